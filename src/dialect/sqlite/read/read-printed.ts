// The values that no literal of SQL can say, and that are printed as a computation: they are values again.

import type { Literal } from '../../../sql/ast.ts';
import { printLiteral } from '../print/literal.ts';

/** `('a' || char(0) || 'b')`: a text with a NUL. */
const TEXT = /^\((?:'(?:[^']|'')*'|char\(0\))(?: \|\| (?:'(?:[^']|'')*'|char\(0\)))+\)$/;
const TEXT_PART = /'((?:[^']|'')*)'|char\(0\)/g;

/** `(4503599627370497.0 * 1125899906842624.0)`: a real that SQLite reads from no text. */
const REAL = /^\((-?\d+\.0)((?: [*/] \d+\.0)+)\)$/;
const REAL_PART = /([*/]) (\d+\.0)/g;

export function readPrinted(sql: string): Literal | undefined {
  const value = textIn(sql) ?? realIn(sql);
  return value !== undefined && printLiteral(value) === sql ? { kind: 'literal', value } : undefined;
}

function textIn(sql: string): string | undefined {
  if (!TEXT.test(sql)) return undefined;
  const parts = [...sql.matchAll(TEXT_PART)].map(([, text]) => text?.replaceAll("''", "'") ?? '\0');
  return parts.join('');
}

function realIn(sql: string): number | undefined {
  const found = REAL.exec(sql);
  if (found === null) return undefined;
  let value = Number(found[1]);
  for (const [, operator, by] of found[2].matchAll(REAL_PART))
    value = operator === '*' ? value * Number(by) : value / Number(by);
  return value;
}
