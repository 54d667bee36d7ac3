// Whether the result of an aggregate depends on the order of the rows, which SQL does not fix.

import type { Collation } from '../../../sql/ast.ts';
import { type Row, rowKey, type SqlValue, sameValue } from '../../../sql/index.ts';
import { compareValues } from '../evaluate/compare.ts';
import type { OrderCheck } from './function.ts';

/** What is put together row by row is the same in any order only if all rows are alike. */
export const ofDifferentRows: OrderCheck = (inputs) =>
  new Set(inputs.map(rowKey)).size > 1 ? { reason: 'group_concat order', isEnd: true } : undefined;

/** Of values that compare equal and are not the same, the first is taken. */
export function ofEqualValues(name: string, isBetter: (order: number) => boolean): OrderCheck {
  return (inputs, collation) =>
    isTieOfBest(inputs, collation, isBetter) ? { reason: `${name} among equals` } : undefined;
}

function isTieOfBest(
  inputs: readonly Row[],
  collation: Collation,
  isBetter: (order: number) => boolean,
): boolean {
  let best: SqlValue = null;
  let isTie = false;
  for (const [value] of inputs) {
    if (value === null) continue;
    const order = best === null ? undefined : compareValues(value, best, collation);
    if (order === undefined || isBetter(order)) {
      best = value;
      isTie = false;
    } else if (order === 0 && !sameValue(value, best)) isTie = true;
  }
  return isTie;
}

/** The order decides whether integers overflow, and how reals are rounded. */
export function ofSummands(name: 'sum' | 'total' | 'avg'): OrderCheck {
  return (inputs) => {
    let positive = 0n;
    let negative = 0n;
    let count = 0;
    let onlyIntegers = true;
    let inexact = false;
    for (const [value] of inputs) {
      if (value === null) continue;
      count++;
      if (typeof value === 'bigint') {
        if (value > 0n) positive += value;
        else negative += value;
        if (value > MOST || value < -MOST) inexact = true;
      } else {
        onlyIntegers = false;
        if (typeof value !== 'number' || !isDyadic(value)) inexact = true;
      }
    }
    const overflows = positive > MAX_INT64 || negative < -MAX_INT64 - 1n;
    if (overflows) return { reason: 'sum overflow' };
    // Whether integers are added as reals, and lose digits, is up to the engine.
    const losesDigits = positive > MAX_EXACT || negative < -MAX_EXACT;
    if (name !== 'sum' && losesDigits) return { reason: `${name} of large integers` };
    return !onlyIntegers && inexact && count > 2 ? { reason: `${name} of reals` } : undefined;
  };
}

const MAX_INT64 = 2n ** 63n - 1n;
const MAX_EXACT = 2n ** 53n;
/** Integers and multiples of 2^-12 up to this size add up without rounding, in any order. */
const MOST = 2n ** 20n;

function isDyadic(value: number): boolean {
  return Math.abs(value) <= Number(MOST) && Number.isInteger(value * 4096);
}
