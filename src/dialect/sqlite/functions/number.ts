// Functions of numbers that every build of SQLite has.

import type { SqlValue } from '../../../sql/index.ts';
import { integerOf, MIN_INTEGER, realOf } from '../evaluate/convert.ts';
import { printReal } from '../evaluate/format-number.ts';
import { Refusal } from '../evaluate/stop.ts';
import { shown } from '../features/feature.ts';
import { readReal } from '../read-number.ts';
import type { ScalarFunction } from './function.ts';
import { onNumber } from './on-number.ts';

const DIGITS = [-1n, 0n, 1n, 2n, 3n, 4n];

export const number = {
  abs: {
    feature: shown('abs(x)', 'abs(-5), abs(-1.5), abs(NULL)', 5n, 1.5, null),
    arity: [1, 1],
    raises: 'the smallest integer, which has no opposite',
    isHarmless: ([given]) => given.kind === 'literal' && given.value !== MIN_INTEGER,
    draw: { gives: 'number', takes: ['number'] },
    evaluate: absolute,
  },
  round: {
    feature: shown('round(x [, digits])', 'round(2.5), round(1.26, 1)', 3, 1.3),
    arity: [1, 2],
    draw: { gives: 'number', takes: ['number'], optional: [DIGITS] },
    evaluate: round,
  },
  sign: {
    feature: shown('sign(x)', "sign(-5), sign(0.5), sign('x')", -1n, 1n, null),
    arity: [1, 1],
    draw: { gives: 'number', takes: ['any'] },
    evaluate: onNumber((x) => (x < 0 ? -1n : x > 0 ? 1n : 0n)),
  },
} as const satisfies Record<string, ScalarFunction>;

function absolute(value: SqlValue): SqlValue {
  if (value === null) return null;
  if (typeof value === 'bigint') {
    if (value === MIN_INTEGER) throw new Refusal('other', 'integer overflow');
    return value < 0n ? -value : value;
  }
  const real = realOf(value);
  return real < 0 ? -real : real;
}

/** Rounds half away from zero, through decimal text if there are digits to keep. */
function round(value: SqlValue, precision: SqlValue = 0n): SqlValue {
  if (value === null || precision === null) return null;
  const wanted = integerOf(precision);
  const digits = wanted < 0n ? 0 : wanted > 30n ? 30 : Number(wanted);
  const real = realOf(value);
  if (Math.abs(real) > 2 ** 52) return real;
  // Adding 0 makes −0 a plain zero, as the way through an integer does.
  if (digits === 0) return Math.trunc(real + (real < 0 ? -0.5 : 0.5)) + 0;
  return readReal(printReal(real, { style: 'f', precision: digits, digits: 26, strip: true, point: true }));
}
