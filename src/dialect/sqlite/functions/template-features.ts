// What the template of format() and printf() may hold, as features of its own.

import type { Expression } from '../../../sql/ast.ts';
import type { Feature } from '../../dialect.ts';
import { shown } from '../features/feature.ts';

export const templateFeatures = {
  'format.width': shown(
    'width, precision and flags in format()',
    "printf('%5d|%-3s|%05d|%.2f|%.1s', 7, 'a', 7, 1.5, 'xy')",
    '    7|a  |00007|1.50|x',
  ),
  'format.real': shown(
    '%f of large numbers in format()',
    "printf('%.2f', 9223372036854775808.0)",
    '9223372036854776000.00',
  ),
  'format.quote': shown('%q, %Q and %w in format()', "printf('%q %Q %w', 'a''b', 'c', 'd')", "a''b 'c' d"),
} as const satisfies Record<string, Feature>;

export function featuresOfTemplate([template]: readonly Expression[]): (keyof typeof templateFeatures)[] {
  const text = template?.kind === 'literal' && typeof template.value === 'string' ? template.value : null;
  const found: (keyof typeof templateFeatures)[] = [];
  // What is not a literal may be any template.
  if (text === null || /%[-+ 0-9.,#!]/.test(text)) found.push('format.width');
  if (text === null || /%[^a-zA-Z%]*[qQw]/.test(text)) found.push('format.quote');
  if (text === null || /%[^a-zA-Z%]*[eEfFgG]/.test(text)) found.push('format.real');
  return found;
}
