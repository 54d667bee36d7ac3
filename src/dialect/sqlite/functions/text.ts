// Functions of text and blobs. Many of them read C strings, which end at a NUL.

import type { Expression } from '../../../sql/ast.ts';
import { hexOf, type SqlValue } from '../../../sql/index.ts';
import { bytesOfValue, integerOf, textOf } from '../evaluate/convert.ts';
import { format } from '../evaluate/format.ts';
import { compileGlob, compileLike } from '../evaluate/like.ts';
import { Unknown } from '../evaluate/stop.ts';
import {
  byteLength,
  characterCount,
  lowerCase,
  readCharacter,
  skipCharacters,
  untilNul,
  upperCase,
  withoutNul,
} from '../evaluate/text.ts';
import { shown } from '../features/feature.ts';
import { mayBeBlob } from '../features/may-be-blob.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { ANY_NUMBER, type ScalarFunction } from './function.ts';
import { featuresOfTemplate } from './template-features.ts';

const CODEPOINTS = [65n, 97n, 98n, 48n, 49n, 32n, 37n, 95n, 228n, 8364n, 128512n];
const CHARACTERS = ['a', 'A', ' ', 'ab', '', '0', '1', '.', 'xyz'];
const TEMPLATES = [
  '%d',
  '%s',
  '%5d|',
  '%-6s|',
  '%x',
  '%Q',
  '%q',
  '%.2s',
  '%%%s',
  '%05d',
  '%c',
  '%.2f',
  '%d %s',
  '%i;%s',
];

export const text = {
  char: {
    feature: shown('char(x, …)', 'char(97, 8364)', 'a€'),
    arity: [0, ANY_NUMBER],
    draw: { gives: 'text', takes: [CODEPOINTS], more: CODEPOINTS },
    evaluate: (...values) => values.map(character).join(''),
  },
  concat: {
    feature: shown('concat(x, …)', "concat('a', NULL, 1, x'62')", 'a1b'),
    arity: [1, ANY_NUMBER],
    draw: { gives: 'text', takes: ['any'], more: 'any' },
    evaluate: (...values) => concatenate('', values),
  },
  concat_ws: {
    feature: shown('concat_ws(separator, x, …)', "concat_ws('-', 'a', NULL, 1, x'62')", 'a-1-b'),
    arity: [2, ANY_NUMBER],
    draw: { gives: 'text', takes: ['text', 'any'], more: 'any' },
    evaluate: (separator, ...values) => {
      const between = textOf(separator);
      return between === null ? null : concatenate(between, values);
    },
  },
  format: {
    feature: shown('format(template, …)', "format('%d %s %x', 5, 'x', 255)", '5 x ff'),
    arity: [0, ANY_NUMBER],
    parts: featuresOfTemplate,
    draw: { gives: 'text', takes: [TEMPLATES, 'any'], more: 'any' },
    evaluate: format,
  },
  printf: {
    feature: shown('printf(template, …)', "printf('%d %s %c', 5, 'x', 'y')", '5 x y'),
    arity: [0, ANY_NUMBER],
    parts: featuresOfTemplate,
    draw: { gives: 'text', takes: [TEMPLATES, 'any'], more: 'any' },
    evaluate: format,
  },
  glob: {
    feature: shown('glob(pattern, x)', "glob('a*', 'abc')", 1n),
    arity: [2, 2],
    parts: featuresOfMatch,
    draw: { gives: 'number', takes: ['globPattern', 'any'] },
    compile: ([pattern, value]) => compileGlob(value, pattern),
  },
  like: {
    feature: shown('like(pattern, x)', "like('A%', 'abc')", 1n),
    arity: [2, 3],
    parts: featuresOfMatch,
    raises: 'a third argument that is not one character',
    draw: { gives: 'number', takes: ['likePattern', 'any'] },
    compile: ([pattern, value, escapedBy]) => compileLike(value, pattern, escapedBy),
  },
  hex: {
    feature: shown('hex(x)', "hex('ab'), hex(x'0F')", '6162', '0F'),
    arity: [1, 1],
    draw: { gives: 'text', takes: ['any'] },
    evaluate: (value) => hexOf(bytesOfValue(value)).toUpperCase(),
  },
  unhex: {
    feature: shown(
      'unhex(x [, ignored])',
      "unhex('6162'), unhex('61-62', '-')",
      new Uint8Array([0x61, 0x62]),
      new Uint8Array([0x61, 0x62]),
    ),
    arity: [1, 2],
    draw: { gives: 'any', takes: ['hexText'], optional: [CHARACTERS] },
    evaluate: unhex,
  },
  instr: {
    feature: shown('instr(x, y)', "instr('abc', 'b'), instr('abc', 'x')", 2n, 0n),
    arity: [2, 2],
    draw: { gives: 'number', takes: ['any', 'text'] },
    evaluate: position,
  },
  length: {
    feature: shown('length(x)', "length('a€'), length(x'0001'), length(12)", 2n, 2n, 2n),
    arity: [1, 1],
    draw: { gives: 'number', takes: ['any'] },
    evaluate: length,
  },
  octet_length: {
    feature: shown('octet_length(x)', "octet_length('a€')", 4n),
    arity: [1, 1],
    draw: { gives: 'number', takes: ['any'] },
    evaluate: (value) => (value === null ? null : BigInt(byteCount(value))),
  },
  lower: {
    feature: shown('lower(x)', "lower('AbC')", 'abc'),
    arity: [1, 1],
    draw: { gives: 'text', takes: ['any'] },
    evaluate: onText(lowerCase),
  },
  upper: {
    feature: shown('upper(x)', "upper('AbC')", 'ABC'),
    arity: [1, 1],
    draw: { gives: 'text', takes: ['any'] },
    evaluate: onText(upperCase),
  },
  ltrim: {
    feature: shown('ltrim(x [, characters])', "ltrim('  a '), ltrim('xxa', 'x')", 'a ', 'a'),
    arity: [1, 2],
    draw: { gives: 'text', takes: ['text'], optional: [CHARACTERS] },
    evaluate: (value, set = ' ') => trim(value, set, true, false),
  },
  rtrim: {
    feature: shown('rtrim(x [, characters])', "rtrim(' a  '), rtrim('axx', 'x')", ' a', 'a'),
    arity: [1, 2],
    draw: { gives: 'text', takes: ['text'], optional: [CHARACTERS] },
    evaluate: (value, set = ' ') => trim(value, set, false, true),
  },
  trim: {
    feature: shown('trim(x [, characters])', "trim('  a '), trim('xax', 'x')", 'a', 'a'),
    arity: [1, 2],
    draw: { gives: 'text', takes: ['text'], optional: [CHARACTERS] },
    evaluate: (value, set = ' ') => trim(value, set, true, true),
  },
  replace: {
    feature: shown('replace(x, y, z)', "replace('abab', 'b', 'x'), replace(5, '', 'x')", 'axax', '5'),
    arity: [3, 3],
    draw: { gives: 'text', takes: ['any', CHARACTERS, 'text'] },
    evaluate: replace,
  },
  substr: {
    feature: shown(
      'substr(x, start [, length])',
      "substr('abcd', 2), substr('abcd', 2, 2), substr('abcd', -1), substr('abcd', 4294967295)",
      'bcd',
      'bc',
      'd',
      '',
    ),
    arity: [2, 3],
    draw: { gives: 'text', takes: ['any', 'small'], optional: ['small'] },
    evaluate: substring,
  },
  substring: {
    feature: shown(
      'substring(x, start [, length])',
      "substring('abcd', 2), substring('abcd', 2, 2), substring('abcd', 4294967295)",
      'bcd',
      'bc',
      '',
    ),
    arity: [2, 3],
    draw: { gives: 'text', takes: ['any', 'small'], optional: ['small'] },
    evaluate: substring,
  },
  unicode: {
    feature: shown('unicode(x)', "unicode('€')", 8364n),
    arity: [1, 1],
    draw: { gives: 'number', takes: ['text'] },
    evaluate: (value) => {
      if (value !== null && typeof value !== 'string')
        throw new Unknown('unicode() of what is no text', undefined, true);
      const given = withoutNul(value);
      return given === null || given === '' ? null : BigInt(readCharacter(given, 0));
    },
  },
} as const satisfies Record<string, ScalarFunction>;

/** Builds of SQLite differ in what LIKE makes of BLOBs. */
function featuresOfMatch(given: readonly Expression[]): readonly 'expression.like.blob'[] {
  return given.some(mayBeBlob) ? ['expression.like.blob'] : [];
}

function onText(apply: (text: string) => SqlValue) {
  return (value: SqlValue): SqlValue => {
    const text = textOf(value);
    return text === null ? null : apply(text);
  };
}

function character(value: SqlValue): string {
  const code = integerOf(value);
  if (code < 0n || code > 0x10ffffn) return '\ufffd';
  if (code >= 0xd800n && code <= 0xdfffn) throw new Unknown('text that is not valid UTF-8', undefined, true);
  return String.fromCodePoint(Number(code));
}

/** NULLs are left out. A separator follows only what is not empty so far. */
function concatenate(separator: string, values: readonly SqlValue[]): string {
  let result: string | null = null;
  for (const value of values) {
    const text = textOf(value);
    if (text === null) continue;
    if (separator !== '' && sqliteBugs['separator-after-nothing'].isMet(result))
      throw wrongInSqlite('separator-after-nothing');
    result = result === null ? text : result + separator + text;
  }
  return result ?? '';
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
  const trimmed = new Set(withoutNul(characters));
  const points = Array.from(text);
  let start = 0;
  let end = points.length;
  if (left) while (start < end && trimmed.has(points[start])) start++;
  if (right) while (end > start && trimmed.has(points[end - 1])) end--;
  return points.slice(start, end).join('');
}

function replace(value: SqlValue, pattern: SqlValue, replacement: SqlValue): SqlValue {
  const text = textOf(value);
  const old = text === null ? null : withoutNul(textOf(pattern));
  if (text === null || old === null) return null;
  if (old === '') return text;
  const fresh = textOf(replacement);
  return fresh === null ? null : text.split(old).join(fresh);
}

/** Positions count from 1, or from the end if negative; a negative count takes what is before the position. */
function substring(value: SqlValue, from: SqlValue, count: SqlValue = 1_000_000_000n): SqlValue {
  if (value === null || from === null || count === null) return null;
  const isBlob = value instanceof Uint8Array;
  const subject = isBlob ? value : withoutNul(textOf(value)!);
  if (sqliteBugs['substr-of-empty-blob'].isMet(subject)) throw wrongInSqlite('substr-of-empty-blob');
  const size = BigInt(typeof subject === 'string' ? characterCount(subject) : subject.length);
  let start = integerOf(from);
  let wanted = integerOf(count);
  if (sqliteBugs['substr-from-far-left'].isMet(start)) throw wrongInSqlite('substr-from-far-left');
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
  const points = Array.from(withoutNul(text));
  const between = new Set(Array.from(skipped, (point) => readCharacter(point, 0)));
  const bytes: number[] = [];
  for (let i = 0; i < points.length; ) {
    if (!HEX_DIGIT.test(points[i])) {
      if (!between.has(readCharacter(points[i++], 0))) return null;
      continue;
    }
    if (i + 1 >= points.length || !HEX_DIGIT.test(points[i + 1])) return null;
    bytes.push(Number.parseInt(points[i] + points[i + 1], 16));
    i += 2;
  }
  return Uint8Array.from(bytes);
}
