// Conversions between storage classes: what operators, functions, affinities and CAST make of a value.

import type { SqlValue } from '../../../sql/index.ts';
import type { Affinity } from '../../view.ts';
import { formOfLastRead, hasDigitsToLose, isSpace, readReal } from '../read-number.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { realToText } from './number-text.ts';
import { Unknown } from './stop.ts';
import { bytesAsCharacters, decodeText, encodeText } from './text.ts';

const MAX_INTEGER = 2n ** 63n - 1n;
export const MIN_INTEGER = -(2n ** 63n);

export const fitsInteger = (value: bigint): boolean => value <= MAX_INTEGER && value >= MIN_INTEGER;

/** The value as text, or null for NULL. A blob's bytes are taken as they are. */
export function textOf(value: SqlValue): string | null {
  if (typeof value === 'string' || value === null) return value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return realToText(value);
  return decodeText(value);
}

/** The bytes of a value's text, or of a blob; none for NULL. */
export function bytesOfValue(value: SqlValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return value === null ? new Uint8Array(0) : encodeText(textOf(value)!);
}

const digitsOf = (value: string | Uint8Array): string =>
  typeof value === 'string' ? value : bytesAsCharacters(value);

// ── Integers ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Result of the last `readInteger`. */
let integerFit: 'none' | 'whole' | 'prefix' | 'tooLarge' = 'none';

/** The integer that a prefix of the text is, clamped to 64 bits. Leaves in `integerFit` how well it fits. */
function readInteger(text: string): bigint {
  const end = text.length;
  let at = 0;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  const sign = at < end ? text.charCodeAt(at) : 0;
  if (sign === 45 || sign === 43) at++;
  const first = at;
  while (at < end && text.charCodeAt(at) === 48) at++;
  const start = at;
  while (at < end && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  integerFit = at === first ? 'none' : 'whole';
  if (integerFit === 'whole') {
    for (let i = at; i < end; i++) {
      if (isSpace(text.charCodeAt(i))) continue;
      integerFit = 'prefix';
      break;
    }
  }
  if (at - start <= 15) {
    const small = start === at ? 0 : Number(text.slice(start, at));
    return BigInt(sign === 45 ? -small : small);
  }
  const magnitude = BigInt(text.slice(start, at));
  const value = sign === 45 ? -magnitude : magnitude;
  if (fitsInteger(value)) return value;
  integerFit = 'tooLarge';
  return sign === 45 ? MIN_INTEGER : MAX_INTEGER;
}

/** Truncates, and clamps to 64 bits. */
function realToInteger(value: number): bigint {
  if (value < -LARGEST_REAL) return MIN_INTEGER;
  if (value > LARGEST_REAL) return MAX_INTEGER;
  return BigInt(Math.trunc(value));
}

/** The largest double below 2^63. */
const LARGEST_REAL = 2 ** 63 - 1024;

/** What bit operators, `%` on reals, CAST and integer arguments of functions use; NULL counts as 0. */
export function integerOf(value: SqlValue): bigint {
  if (typeof value === 'bigint') return value;
  if (value === null) return 0n;
  if (typeof value === 'number') return realToInteger(value);
  return readInteger(digitsOf(value));
}

// ── Reals and numbers ────────────────────────────────────────────────────────────────────────────────────────

export function realOf(value: SqlValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value === null) return 0;
  const text = digitsOf(value);
  const real = readNumber(text);
  if (Object.is(real, -0) && sqliteBugs['sign-alone'].isMet(text)) throw wrongInSqlite('sign-alone');
  return asReal(text, real);
}

/** The real that was read from a text. SQLite's documentation keeps fifteen of its digits, and SQLite all. */
function asReal(text: string, real: number): number {
  if (hasDigitsToLose(text)) throw new Unknown('a real of more digits than are kept', undefined, true);
  return real;
}

/** `formOfLastRead` tells the form afterwards. */
function readNumber(text: string): number {
  const real = readReal(text);
  if (sqliteBugs['reals-not-nearest'].isMet(text, real)) throw wrongInSqlite('reals-not-nearest');
  return real;
}

/** An operand of arithmetic: integers stay integers, also in text. */
export function numberOf(value: bigint | number | string | Uint8Array): bigint | number {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  const text = digitsOf(value);
  const real = readNumber(text);
  const form = formOfLastRead();
  if (sqliteBugs['number-before-nul'].isMet(text, form)) throw wrongInSqlite('number-before-nul');
  if (form === 'integer' || form === 'other') {
    const whole = form === 'integer';
    const integer = readInteger(text);
    if (integerFit === 'whole' || (!whole && integerFit !== 'tooLarge')) return integer;
  }
  return asReal(text, real);
}

/** The number that the text is as a whole, spaces around it aside. */
export function numericText(text: string): bigint | number | undefined {
  const real = readNumber(text);
  const form = formOfLastRead();
  if (sqliteBugs['number-before-nul'].isMet(text, form)) throw wrongInSqlite('number-before-nul');
  if (form === 'integer') {
    const integer = realToInteger(real);
    if (sameAsInteger(real, integer)) return integer;
    const exact = readInteger(text);
    return integerFit === 'whole' ? exact : asReal(text, real);
  }
  return form === 'real' ? asReal(text, real) : undefined;
}

const SMALL = 2n ** 51n;

/** Is the real an integer that SQLite is ready to exchange for it? */
function sameAsInteger(real: number, integer: bigint): boolean {
  return real === 0 || (Number(integer) === real && integer >= -SMALL && integer < SMALL);
}

/** An integer if the real is one, short of the ends of the range. */
function integerIfExact(real: number): bigint | number {
  if (!Number.isInteger(real) || real >= 2 ** 63 || real <= -(2 ** 63)) return real;
  return realToInteger(real);
}

// ── Truth ────────────────────────────────────────────────────────────────────────────────────────────────────

/** WHERE's view of a value. */
export function truth(value: SqlValue): boolean | null {
  if (value === null) return null;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  return readReal(digitsOf(value)) !== 0;
}

// ── Affinity and CAST ────────────────────────────────────────────────────────────────────────────────────────

export function textIfNumber(value: SqlValue): SqlValue {
  return typeof value === 'bigint' || typeof value === 'number' ? textOf(value) : value;
}

/** The value as a column of that affinity stores it. */
export function applyAffinity(value: SqlValue, affinity: Affinity): SqlValue {
  switch (affinity) {
    case 'text':
      return textIfNumber(value);
    case 'integer':
    case 'numeric':
      return storedNumber(value);
    case 'real': {
      const stored = storedNumber(value);
      return typeof stored === 'bigint' ? Number(stored) : stored;
    }
    default:
      return value;
  }
}

function storedNumber(value: SqlValue): SqlValue {
  if (typeof value === 'number') return integerIfExact(value);
  if (typeof value !== 'string') return value;
  const number = numericText(value);
  if (number === undefined) return value;
  return typeof number === 'number' ? integerIfExact(number) : number;
}

export function castTo(value: SqlValue, affinity: Affinity): SqlValue {
  if (value === null) return null;
  switch (affinity) {
    case 'text':
      return textOf(value);
    case 'integer':
      return integerOf(value);
    case 'real':
      return realOf(value);
    case 'numeric':
      return typeof value === 'string' || value instanceof Uint8Array
        ? castToNumeric(digitsOf(value))
        : value;
    default:
      return bytesOfValue(value);
  }
}

function castToNumeric(text: string): bigint | number {
  const real = readNumber(text);
  if (formOfLastRead() === 'integer' || formOfLastRead() === 'other') {
    const integer = readInteger(text);
    if (integerFit !== 'tooLarge') return integer;
  }
  const integer = realToInteger(real);
  return sameAsInteger(real, integer) ? integer : asReal(text, real);
}
