// A text that two values share exactly when they compare equal: the key for DISTINCT, GROUP BY and unique keys.

import type { Collation } from '../../../sql/ast.ts';
import { hexOf, type SqlValue } from '../../../sql/index.ts';
import { byteLength, lowerCase } from './text.ts';

export function groupingKey(value: SqlValue, collation: Collation): string {
  if (value === null) return 'n';
  switch (typeof value) {
    case 'bigint':
      return `i${value}`;
    case 'number':
      // 1.0 and −0.0 are equal to the integers 1 and 0.
      return Number.isInteger(value) ? `i${BigInt(value)}` : `r${value}`;
    case 'string':
      return textKey(value, collation);
    default:
      return `b${hexOf(value)}`;
  }
}

function textKey(text: string, collation: Collation): string {
  switch (collation) {
    case 'BINARY':
      return `t${text}`;
    case 'RTRIM':
      return `t${text.replace(/ +$/, '')}`;
    case 'NOCASE': {
      // What follows a NUL counts only by its length.
      const end = text.indexOf('\0');
      return end < 0 ? `t${lowerCase(text)}` : `t${lowerCase(text.slice(0, end))}\0${byteLength(text)}`;
    }
  }
}
