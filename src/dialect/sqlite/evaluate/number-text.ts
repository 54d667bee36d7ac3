// Reals as text: SQLite's %!.15g.

import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { printReal, type RealFormat } from './format-number.ts';

const AS_TEXT: RealFormat = { style: 'g', precision: 15, digits: 26, strip: true, point: true };

export function realToText(value: number): string {
  const magnitude = Math.abs(value);
  const isSmall = magnitude < 1e15;
  if (isSmall && Number.isInteger(value)) return value === 0 ? '0.0' : `${value}.0`;
  if (sqliteBugs['long-reals-as-text'].isMet(value)) throw wrongInSqlite('long-reals-as-text');
  // JavaScript's shortest form is the same one, as long as 15 digits are enough and there is no exponent.
  if (isSmall && magnitude >= 1e-4) {
    const shortest = String(value);
    // 15 digits and a point; the few longer ones that would do go the long way.
    if (shortest.length <= 16) return shortest;
  }
  return printReal(value, AS_TEXT);
}
