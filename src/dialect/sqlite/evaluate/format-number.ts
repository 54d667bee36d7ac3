// A real in one of printf's forms %f, %e and %g, as SQLite 3.50 writes them.

import { decimalOf } from './decimal.ts';

export interface RealFormat {
  readonly style: 'f' | 'e' | 'g';
  readonly precision: number;
  /** At most this many significant digits: 16, or 26 with the flag `!`. */
  readonly digits: 16 | 26;
  /** Drop zeros at the end, but with `point` one digit stays. */
  readonly strip: boolean;
  /** A decimal point even without digits behind it. */
  readonly point: boolean;
  /** A comma between thousands. */
  readonly thousands?: boolean;
  /** Infinity as a very large number. */
  readonly infinityAsNumber?: boolean;
}

/** The number without its sign unless it is negative; `Inf` for infinities. */
export function printReal(value: number, format: RealFormat): string {
  let { style, precision } = format;
  if (style === 'g' && precision === 0) precision = 1;
  const round = style === 'f' ? -precision : style === 'g' ? precision : precision + 1;
  let { digits, point } = decimalOf(value, round, format.digits);
  const sign = value < 0 ? '-' : '';
  if (digits === '') {
    if (format.infinityAsNumber !== true) return `${sign}Inf`;
    [digits, point] = ['9', 1000];
  }
  const exponent = point - 1;
  if (style === 'g') {
    precision--;
    if (exponent < -4 || exponent > precision) style = 'e';
    else {
      style = 'f';
      precision -= exponent;
    }
  }
  const whole = style === 'e' ? 1 : point;
  let text = whole <= 0 ? '0' : digits.slice(0, whole).padEnd(whole, '0');
  if (format.thousands === true) text = text.replace(/\B(?=(\d{3})+$)/g, ',');
  if (precision > 0 || format.point) {
    const zeros = whole < 0 ? Math.min(-whole, precision) : 0;
    let fraction = '0'.repeat(zeros) + digits.slice(Math.max(whole, 0)).slice(0, precision - zeros);
    fraction = format.strip ? fraction.replace(/0+$/, '') : fraction.padEnd(precision, '0');
    if (fraction === '' && format.strip) text += format.point ? '.0' : '';
    else text += `.${fraction}`;
  }
  return sign + text + (style === 'e' ? exponentText(exponent) : '');
}

/** `e+05`: at least two digits. */
function exponentText(exponent: number): string {
  return `e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
