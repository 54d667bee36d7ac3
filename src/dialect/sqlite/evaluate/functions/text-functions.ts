// Functions of text and blobs. Many of them read C strings, which end at a NUL.

import { readReal } from '../../../../sql/read-number.ts';
import type { SqlValue } from '../../../../sql/value.ts';
import { hexOf } from '../../../../sql/value.ts';
import { bytesOfValue, integerOf, textOf } from '../convert.ts';
import { format } from '../format.ts';
import { printReal, type RealFormat } from '../format-number.ts';
import { Refusal, Unknown } from '../stop.ts';
import {
  byteLength,
  characterCount,
  lowerCase,
  readCharacter,
  skipCharacters,
  untilNul,
  upperCase,
} from '../text.ts';
import { ANY_NUMBER, type ScalarFunction, scalar } from './function.ts';

export const textFunctions: Record<string, ScalarFunction> = {
  char: scalar(0, ANY_NUMBER, (...values) => values.map(character).join('')),
  concat: scalar(1, ANY_NUMBER, (...values) => concatenate('', values)),
  concat_ws: scalar(2, ANY_NUMBER, (separator, ...values) => {
    const between = textOf(separator);
    return between === null ? null : concatenate(between, values);
  }),
  format: scalar(0, ANY_NUMBER, format),
  printf: scalar(0, ANY_NUMBER, format),
  hex: scalar(1, 1, (value) => hexOf(bytesOfValue(value)).toUpperCase()),
  instr: scalar(2, 2, position),
  length: scalar(1, 1, length),
  lower: onText(lowerCase),
  upper: onText(upperCase),
  ltrim: scalar(1, 2, (value, set = ' ') => trim(value, set, true, false)),
  rtrim: scalar(1, 2, (value, set = ' ') => trim(value, set, false, true)),
  trim: scalar(1, 2, (value, set = ' ') => trim(value, set, true, true)),
  octet_length: scalar(1, 1, (value) => (value === null ? null : BigInt(byteCount(value)))),
  quote: scalar(1, 1, quote),
  replace: scalar(3, 3, replace),
  substr: scalar(2, 3, substring),
  substring: scalar(2, 3, substring),
  unhex: scalar(1, 2, unhex),
  unicode: scalar(1, 1, (value) => {
    const text = textOf(value);
    return text === null || text === '' || text[0] === '\0' ? null : BigInt(readCharacter(text, 0));
  }),
  zeroblob: { least: 1, most: 1, evaluate: zeroBlob, mayRaise: true },
};

function onText(apply: (text: string) => SqlValue): ScalarFunction {
  return scalar(1, 1, (value) => {
    const text = textOf(value);
    return text === null ? null : apply(text);
  });
}

function character(value: SqlValue): string {
  const code = integerOf(value);
  if (code < 0n || code > 0x10ffffn) return '\ufffd';
  if (code >= 0xd800n && code <= 0xdfffn) throw new Unknown('text that is not valid UTF-8');
  return String.fromCodePoint(Number(code));
}

/** NULLs are left out. A separator follows only what is not empty so far. */
function concatenate(separator: string, values: readonly SqlValue[]): string {
  let result = '';
  for (const value of values) {
    const text = textOf(value);
    if (text !== null) result += result === '' ? text : separator + text;
  }
  return result;
}

function byteCount(value: SqlValue): number {
  return value instanceof Uint8Array ? value.length : byteLength(textOf(value)!);
}

function length(value: SqlValue): SqlValue {
  if (value === null) return null;
  return BigInt(typeof value === 'string' ? characterCount(untilNul(value)) : byteCount(value));
}

/** Counts characters, or bytes if both are blobs. */
function position(haystack: SqlValue, needle: SqlValue): SqlValue {
  if (haystack === null || needle === null) return null;
  if (byteCount(needle) === 0) return 1n;
  if (haystack instanceof Uint8Array && needle instanceof Uint8Array) {
    for (let at = 0; at + needle.length <= haystack.length; at++) {
      if (needle.every((byte, i) => byte === haystack[at + i])) return BigInt(at + 1);
    }
    return 0n;
  }
  const text = textOf(haystack)!;
  const found = text.indexOf(textOf(needle)!);
  return found < 0 ? 0n : BigInt(characterCount(text.slice(0, found)) + 1);
}

function trim(value: SqlValue, set: SqlValue, left: boolean, right: boolean): SqlValue {
  const text = textOf(value);
  if (text === null) return null;
  const characters = textOf(set);
  if (characters === null) return null;
  const trimmed = new Set(untilNul(characters));
  const points = Array.from(text);
  let start = 0;
  let end = points.length;
  if (left) while (start < end && trimmed.has(points[start])) start++;
  if (right) while (end > start && trimmed.has(points[end - 1])) end--;
  return points.slice(start, end).join('');
}

const SHORT: RealFormat = {
  style: 'g',
  precision: 15,
  digits: 26,
  strip: true,
  point: true,
  infinityAsNumber: true,
};
const LONG: RealFormat = { ...SHORT, style: 'e', precision: 20 };

function quote(value: SqlValue): SqlValue {
  if (value === null) return 'NULL';
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number': {
      const short = printReal(value, SHORT);
      return readReal(short) === value ? short : printReal(value, LONG);
    }
    case 'string':
      return `'${untilNul(value).replaceAll("'", "''")}'`;
    default:
      return `X'${hexOf(value).toUpperCase()}'`;
  }
}

function replace(value: SqlValue, pattern: SqlValue, replacement: SqlValue): SqlValue {
  const text = textOf(value);
  const old = text === null ? null : textOf(pattern);
  if (text === null || old === null) return null;
  if (old === '' || old[0] === '\0') return text;
  const fresh = textOf(replacement);
  return fresh === null ? null : text.split(old).join(fresh);
}

/** Positions count from 1, or from the end if negative; a negative count takes what is before the position. */
function substring(value: SqlValue, from: SqlValue, count: SqlValue = 1_000_000_000n): SqlValue {
  if (value === null || from === null || count === null) return null;
  const isBlob = value instanceof Uint8Array;
  const subject = isBlob ? value : untilNul(textOf(value)!);
  // SQLite has no address for an empty blob, and takes that for NULL.
  if (isBlob && subject.length === 0) return null;
  const size = BigInt(typeof subject === 'string' ? characterCount(subject) : subject.length);
  let start = integerOf(from);
  let wanted = integerOf(count);
  if (start < 0n) {
    start += size;
    if (start < 0n) {
      wanted = wanted < 0n ? 0n : wanted + start;
      start = 0n;
    }
  } else if (start > 0n) start--;
  else if (wanted > 0n) wanted--;
  if (wanted < 0n) {
    wanted = wanted < -start ? start : -wanted;
    start -= wanted;
  }
  if (start >= size) return isBlob ? new Uint8Array(0) : '';
  const taken = Number(wanted > size - start ? size - start : wanted);
  if (typeof subject !== 'string') return subject.slice(Number(start), Number(start) + taken);
  const first = skipCharacters(subject, 0, Number(start));
  return subject.slice(first, skipCharacters(subject, first, taken));
}

const HEX_DIGIT = /^[0-9A-Fa-f]$/;

/** Pairs of digits; characters of the second argument may stand between pairs. */
function unhex(value: SqlValue, ignored: SqlValue = ''): SqlValue {
  const text = textOf(value);
  const skipped = textOf(ignored);
  if (text === null || skipped === null) return null;
  const points = Array.from(untilNul(text));
  const between = new Set(skipped);
  const bytes: number[] = [];
  for (let i = 0; i < points.length; ) {
    if (!HEX_DIGIT.test(points[i])) {
      if (!between.has(points[i++])) return null;
      continue;
    }
    if (i + 1 >= points.length || !HEX_DIGIT.test(points[i + 1])) return null;
    bytes.push(Number.parseInt(points[i] + points[i + 1], 16));
    i += 2;
  }
  return Uint8Array.from(bytes);
}

const LARGEST_BLOB = 1_000_000_000n;
/** Larger ones are possible, but not worth the memory. */
const LARGEST_MODELLED = 100_000n;

function zeroBlob(value: SqlValue): SqlValue {
  const size = integerOf(value);
  if (size > LARGEST_BLOB) throw new Refusal('other', 'string or blob too big');
  if (size > LARGEST_MODELLED) throw new Unknown('very large blob');
  return new Uint8Array(size < 0n ? 0 : Number(size));
}
