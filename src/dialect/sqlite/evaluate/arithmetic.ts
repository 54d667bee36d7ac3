// Arithmetic and bit operators. Integers that overflow become reals; what is not a number at all becomes NULL.

import type { ArithmeticOperator, BitwiseOperator } from '../../../sql/ast.ts';
import type { SqlValue } from '../../../sql/index.ts';
import { fitsInteger, integerOf, MIN_INTEGER, numberOf, realOf } from './convert.ts';
import { Unknown } from './stop.ts';

type Operation = (left: SqlValue, right: SqlValue) => SqlValue;

/** NaN has no SQL value. */
export const realOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function arithmetic(
  integers: (a: bigint, b: bigint) => bigint | null | undefined,
  reals: (a: number, b: number) => number | null,
): Operation {
  return (left, right) => {
    if (left === null || right === null) return null;
    const a = numberOf(left);
    const b = numberOf(right);
    if (typeof a === 'bigint' && typeof b === 'bigint') {
      const result = integers(a, b);
      if (result !== undefined) return result;
    }
    // Read again as reals: the text '-0' is the integer 0 or the real −0.0.
    const result = reals(realOf(left), realOf(right));
    return result === null ? null : realOrNull(result);
  };
}

/** Undefined when it does not fit, and reals must do. */
const fitting = (value: bigint): bigint | undefined => (fitsInteger(value) ? value : undefined);

/** Works on truncated integers even where an operand is a real; only the type of the result tells. */
function remainder(left: SqlValue, right: SqlValue): SqlValue {
  if (left === null || right === null) return null;
  const isInteger = typeof numberOf(left) === 'bigint' && typeof numberOf(right) === 'bigint';
  // SQLite's documentation casts both sides to INTEGER, and SQLite makes a REAL of what reads as one.
  if (
    !isInteger &&
    [left, right].some((operand) => typeof operand === 'string' || operand instanceof Uint8Array)
  )
    throw new Unknown('the remainder of a text', undefined, true);
  const divisor = integerOf(right);
  if (divisor === 0n) return null;
  const result = divisor === -1n ? 0n : integerOf(left) % divisor;
  return isInteger ? result : Number(result);
}

export const arithmeticOperations: Record<ArithmeticOperator, Operation> = {
  '+': arithmetic(
    (a, b) => fitting(a + b),
    (a, b) => a + b,
  ),
  '-': arithmetic(
    (a, b) => fitting(a - b),
    (a, b) => a - b,
  ),
  '*': arithmetic(
    (a, b) => fitting(a * b),
    (a, b) => a * b,
  ),
  '/': arithmetic(
    (a, b) => (b === 0n ? null : b === -1n && a === MIN_INTEGER ? undefined : a / b),
    (a, b) => (b === 0 ? null : a / b),
  ),
  '%': remainder,
};

export function negate(value: SqlValue): SqlValue {
  if (typeof value === 'bigint' && value !== MIN_INTEGER) return -value;
  return arithmeticOperations['-'](0n, value);
}

function bits(operation: (a: bigint, b: bigint) => bigint): Operation {
  return (left, right) => {
    if (left === null || right === null) return null;
    return operation(integerOf(left), integerOf(right));
  };
}

/** By a negative amount the other way; by 64 or more everything falls out. */
function shiftLeft(value: bigint, amount: bigint): bigint {
  if (amount < 0n) return shiftRight(value, -amount);
  return amount >= 64n ? 0n : BigInt.asIntN(64, value << amount);
}

function shiftRight(value: bigint, amount: bigint): bigint {
  if (amount < 0n) return shiftLeft(value, -amount);
  return amount >= 64n ? (value < 0n ? -1n : 0n) : value >> amount;
}

export const bitOperations: Record<BitwiseOperator, Operation> = {
  '&': bits((a, b) => a & b),
  '|': bits((a, b) => a | b),
  '<<': bits(shiftLeft),
  '>>': bits(shiftRight),
};

export const invert = (value: SqlValue): SqlValue => (value === null ? null : ~integerOf(value));
