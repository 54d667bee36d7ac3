// Functions that are NULL of everything but numbers, and text that is one as a whole.

import type { SqlValue } from '../../../sql/index.ts';
import { numericText } from '../evaluate/convert.ts';

export function numeric(value: SqlValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return typeof value === 'string' ? numericText(value) : undefined;
}

export function onNumber(apply: (x: bigint | number) => SqlValue) {
  return (value: SqlValue): SqlValue => {
    const x = numeric(value);
    return x === undefined ? null : apply(x);
  };
}

export function onNumbers(apply: (x: number, y: number) => SqlValue) {
  return (left: SqlValue, right: SqlValue): SqlValue => {
    const x = numeric(left);
    const y = numeric(right);
    return x === undefined || y === undefined ? null : apply(Number(x), Number(y));
  };
}
