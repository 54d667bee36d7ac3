// Values: what is stored, how it is converted, and how two of them compare. The rules are SQLite's.

/** NULL, INTEGER, REAL and TEXT. There are no REAL literals yet, but '1.5' in an INTEGER column becomes one. */
export type Value = null | bigint | number | string;
export type Row = Value[];
export type Affinity = 'integer' | 'text';

const NUMBER = /^[ \t\n\v\f\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/i;
const SPACE = /^[ \t\n\v\f\r]*$/;

/** A value on its way into a column, or into a comparison with one: '12' becomes 12 and 12 becomes '12'. */
export function coerce(value: Value, affinity: Affinity | null): Value {
  if (affinity === 'text')
    return typeof value === 'bigint' || typeof value === 'number' ? textOf(value) : value;
  if (affinity === 'integer' && typeof value === 'string' && isNumeric(value))
    return integral(numberIn(value));
  return value;
}

/** NULL first, then numbers, then texts by their bytes. */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  const [left, right] = [rank(a), rank(b)];
  if (left !== right || a === null || b === null) return left - right;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** In a condition: NULL is neither true nor false, and a text counts as the number that it begins with. */
export function truth(value: Value): boolean | null {
  if (value === null) return null;
  const [start = '0'] = typeof value === 'string' ? (NUMBER.exec(value) ?? []) : [String(value)];
  return Number(start) !== 0;
}

function rank(value: Value): number {
  return value === null ? 0 : typeof value === 'string' ? 2 : 1;
}

function isNumeric(text: string): boolean {
  const [start] = NUMBER.exec(text) ?? [];
  return start !== undefined && SPACE.test(text.slice(start.length));
}

function numberIn(text: string): bigint | number {
  if (/[.e]/i.test(text)) return Number(text);
  const integer = BigInt(text.replace('+', ''));
  return integer === BigInt.asIntN(64, integer) ? integer : Number(integer);
}

/** 3.0 becomes 3 where nothing is lost. */
function integral(value: bigint | number): bigint | number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63
    ? BigInt(value)
    : value;
}

/** Reals are printed with fifteen digits, and always look like reals. */
function textOf(value: bigint | number): string {
  if (typeof value === 'bigint') return String(value);
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  const digits = String(Number(value.toPrecision(15)));
  return /^-?\d+$/.test(digits) ? `${digits}.0` : digits.replace(/^(-?\d+)e/, '$1.0e');
}
