// Values as SQL literals that SQLite reads back as the same value, bit for bit.

import { hexOf, type SqlValue } from '../../../sql/index.ts';
import { readReal } from '../read-number.ts';

export function printLiteral(value: SqlValue): string {
  if (value === null) return 'NULL';
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number':
      return printReal(value);
    case 'string':
      return printText(value);
    default:
      return `x'${hexOf(value)}'`;
  }
}

function printReal(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  if (value === Number.POSITIVE_INFINITY) return '9e999';
  if (value === Number.NEGATIVE_INFINITY) return '-9e999';
  const shortest = String(value);
  if (readReal(shortest) === value) return isInteger(shortest) ? `${shortest}.0` : shortest;
  // SQLite 3.50 does not round every text to the nearest double; more digits bring it there. From 20 on newer ones do not either.
  for (let digits = 17; digits <= 19; digits++) {
    const longer = value.toPrecision(digits);
    if (readReal(longer) === value) return isInteger(longer) ? `${longer}.0` : longer;
  }
  return printScaled(value);
}

/** An integer times or over powers of two: exact at every step, and so the same in every engine. */
function printScaled(value: number): string {
  let mantissa = value;
  let power = 0;
  for (; Math.abs(mantissa) >= 2 ** 53; power++) mantissa /= 2;
  for (; !Number.isInteger(mantissa); power--) mantissa *= 2;
  const operator = power < 0 ? '/' : '*';
  let text = `${mantissa}.0`;
  for (let left = Math.abs(power); left > 0; left -= 50) text += ` ${operator} ${2 ** Math.min(left, 50)}.0`;
  return `(${text})`;
}

const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

/** SQL text ends at a NUL, so one is spelt char(0). */
function printText(value: string): string {
  if (!value.includes('\0')) return quoted(value);
  const parts: string[] = [];
  for (const [i, part] of value.split('\0').entries()) {
    if (i > 0) parts.push('char(0)');
    if (part !== '') parts.push(quoted(part));
  }
  return parts.length === 1 ? parts[0] : `(${parts.join(' || ')})`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
