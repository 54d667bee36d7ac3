// Values as a person writes them in SQL: what a report shows is what can be pasted. Two different values never look the same, so a
// text with characters that cannot be seen, or look like others, is shown by its bytes.

import { cast, literal } from '../sql/build.ts';
import type { Row, SqlValue } from '../sql/index.ts';
import { dialect } from './spoken.ts';

/** Letters without marks of their own, digits, punctuation, symbols and the plain space; not the sign for what cannot be decoded. */
const VISIBLE = /^(?:(?!\ufffd)[\p{L}\p{N}\p{P}\p{S} ])*$/u;

/** NFKC: also what only looks like another character is not shown as itself. */
function isShowable(text: string): boolean {
  return VISIBLE.test(text) && text.normalize('NFKC') === text;
}

export function formatValue(value: SqlValue): string {
  // Only a broken engine gives it, and SQL cannot write it.
  if (Number.isNaN(value)) return 'NaN';
  const shown =
    typeof value === 'string' && !isShowable(value) ? cast(literal(encoded(value)), 'TEXT') : literal(value);
  return dialect.printExpression(shown);
}

/** A byte that belongs to no valid character is this surrogate and the byte. */
const INVALID = 0xdc00;

/** UTF-8, in which half of a surrogate pair keeps its number: TextEncoder makes all of them one and the same character. */
function encoded(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= INVALID + 0x80 && code <= INVALID + 0xff) bytes.push(code - INVALID);
    else if (code >= 0xd800 && code <= 0xdfff)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    else bytes.push(...new TextEncoder().encode(character));
  }
  return Uint8Array.from(bytes);
}

export function formatRow(row: Row): string {
  return row.map(formatValue).join(' | ');
}
