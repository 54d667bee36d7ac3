// Functions of numbers. Of the transcendental ones the last digits depend on the engine's C library, so they are unknown.

import { readReal } from '../../../../sql/read-number.ts';
import type { SqlValue } from '../../../../sql/value.ts';
import { realOrNull } from '../arithmetic.ts';
import { integerOf, MIN_INTEGER, numericText, realOf } from '../convert.ts';
import { printReal } from '../format-number.ts';
import { Refusal, Unknown } from '../stop.ts';
import { type ScalarFunction, scalar } from './function.ts';

export const numberFunctions: Record<string, ScalarFunction> = {
  abs: { least: 1, most: 1, evaluate: absolute, mayRaise: true },
  round: scalar(1, 2, round),
  sign: onNumber((x) => (x < 0 ? -1n : x > 0 ? 1n : 0n)),
  ceil: rounding(Math.ceil),
  ceiling: rounding(Math.ceil),
  floor: rounding(Math.floor),
  trunc: rounding(Math.trunc),
  sqrt: onNumber((x) => realOrNull(Math.sqrt(Number(x)))),
  degrees: onNumber((x) => Number(x) * (180 / Math.PI)),
  radians: onNumber((x) => Number(x) * (Math.PI / 180)),
  mod: onNumbers((x, y) => realOrNull(x % y)),
  pi: scalar(0, 0, () => Math.PI),
  pow: onNumbers(inexact),
  power: onNumbers(inexact),
  atan2: onNumbers(inexact),
  ln: onNumber(logarithm),
  log10: onNumber(logarithm),
  log2: onNumber(logarithm),
  log: scalar(1, 2, logarithmTo),
  ...Object.fromEntries(
    [
      'acos',
      'acosh',
      'asin',
      'asinh',
      'atan',
      'atanh',
      'cos',
      'cosh',
      'exp',
      'sin',
      'sinh',
      'tan',
      'tanh',
    ].map((name) => [name, onNumber(inexact)]),
  ),
};

function inexact(): never {
  throw new Unknown('math function');
}

function logarithm(x: bigint | number): SqlValue {
  return x > 0 ? inexact() : null;
}

/** log(X), or log(B, X): the type of X is not looked at then. */
function logarithmTo(first: SqlValue, second?: SqlValue): SqlValue {
  const x = numeric(first);
  if (x === undefined || x <= 0) return null;
  return second !== undefined && (x <= 1 || realOf(second) <= 0) ? null : inexact();
}

/** The argument if it is a number or text that is one as a whole. */
function numeric(value: SqlValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return typeof value === 'string' ? numericText(value) : undefined;
}

function onNumber(apply: (x: bigint | number) => SqlValue): ScalarFunction {
  return scalar(1, 1, (value) => {
    const x = numeric(value);
    return x === undefined ? null : apply(x);
  });
}

function onNumbers(apply: (x: number, y: number) => SqlValue): ScalarFunction {
  return scalar(2, 2, (left, right) => {
    const x = numeric(left);
    const y = numeric(right);
    return x === undefined || y === undefined ? null : apply(Number(x), Number(y));
  });
}

/** Integers are whole already. */
function rounding(apply: (x: number) => number): ScalarFunction {
  return onNumber((x) => (typeof x === 'bigint' ? x : apply(x)));
}

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
