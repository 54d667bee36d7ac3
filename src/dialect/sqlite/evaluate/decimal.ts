// Reals to decimal digits as SQLite 3.50 makes them: 18 or 19 digits by double-double arithmetic, then rounded.

import { over1e10, over1e100, over10, pair, times1e10, times1e100, times10 } from '../double-double.ts';

export interface Decimal {
  readonly negative: boolean;
  /** Significant digits, without trailing zeros; '' for an infinity. */
  readonly digits: string;
  /** Where the decimal point is: after this many digits (perhaps outside of them). */
  readonly point: number;
}

const ZERO: Decimal = { negative: false, digits: '0', point: 1 };
const TWO_63 = 2 ** 63 - 1024;

/**
 * Decimal digits of a real. A positive `round` keeps that many significant digits, one that is 0 or negative keeps
 * `-round` digits after the decimal point; never more than `most` digits.
 */
export function decimalOf(value: number, round: number, most: number): Decimal {
  if (value === 0) return ZERO;
  const negative = value < 0;
  if (!Number.isFinite(value)) return { negative, digits: '', point: 0 };
  pair.high = Math.abs(value);
  pair.low = 0;
  let exponent = 0;
  if (pair.high > TWO_63) {
    for (; pair.high > 9.223372036854774e118; exponent += 100) over1e100();
    for (; pair.high > 9.223372036854774e28; exponent += 10) over1e10();
    for (; pair.high > TWO_63; exponent += 1) over10();
  } else {
    for (; pair.high < 9.223372036854775e-83; exponent -= 100) times1e100();
    for (; pair.high < 92233720.36854775; exponent -= 10) times1e10();
    for (; pair.high < 922337203685477500; exponent -= 1) times10();
  }
  let digits = (BigInt(Math.trunc(pair.high)) + BigInt(Math.trunc(pair.low))).toString();
  let point = digits.length + exponent;
  let keep = round;
  if (keep <= 0) {
    keep = point - round;
    if (keep === 0 && digits.charCodeAt(0) >= 53) {
      keep = 1;
      digits = `0${digits}`;
      point++;
    }
  }
  if (keep > 0 && (keep < digits.length || digits.length > most)) {
    if (keep > most) keep = most;
    const up = digits.charCodeAt(keep) >= 53;
    digits = digits.slice(0, keep);
    if (up) {
      const raised = (BigInt(digits) + 1n).toString().padStart(keep, '0');
      if (raised.length > keep) point++;
      digits = raised;
    }
  }
  return { negative, digits: withoutTrailingZeros(digits), point };
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 1 && digits.charCodeAt(end - 1) === 48) end--;
  return digits.slice(0, end);
}
