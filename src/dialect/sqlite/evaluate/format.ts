// format() and printf(): C's printf with SQLite's additions. Widths and precisions count bytes, so this works
// on byte strings (one character per byte) and decodes at the end.

import type { SqlValue } from '../../../sql/index.ts';
import { sqliteBugs, wrongInSqlite } from '../sqlite-bugs.ts';
import { integerOf, realOf, textOf } from './convert.ts';
import { printReal } from './format-number.ts';
import { Unknown } from './stop.ts';
import { bytesAsCharacters, decodeText, encodeText, isAscii, withoutNul } from './text.ts';

interface Specification {
  left: boolean;
  sign: '' | '+' | ' ';
  alternate: boolean;
  bang: boolean;
  zero: boolean;
  comma: boolean;
  width: number;
  /** -1: none given. */
  precision: number;
}

/** Wider output is not modelled: it would take too much memory. */
const MOST = 10_000;

export function format(...values: SqlValue[]): SqlValue {
  const template = values.length === 0 ? null : textOf(values[0]);
  if (template === null) return null;
  const output = print(toBytes(withoutNul(template)), values.slice(1));
  if (sqliteBugs['format-of-nothing'].isMet(output)) throw wrongInSqlite('format-of-nothing');
  return isAscii(output) ? output : decodeText(Uint8Array.from(output, (c) => c.charCodeAt(0)));
}

const toBytes = (text: string): string => (isAscii(text) ? text : bytesAsCharacters(encodeText(text)));

/** Null when nothing at all was written, not even an empty argument. */
function print(template: string, values: readonly SqlValue[]): string | null {
  let output: string | null = null;
  let used = 0;
  const next = (): SqlValue => (used < values.length ? values[used++] : null);
  const nextInteger = (): bigint => integerOf(next());
  let at = 0;
  for (;;) {
    const percent = template.indexOf('%', at);
    const plain = percent < 0 ? template.slice(at) : template.slice(at, percent);
    if (plain !== '') output = (output ?? '') + plain;
    if (percent < 0) return output;
    at = percent + 1;
    if (at >= template.length) return `${output ?? ''}%`;
    const [specification, end] = parse(template, at, nextInteger);
    if (end >= template.length) return output;
    at = end + 1;
    const text = convert(template[end], specification, next);
    if (text === undefined) return output;
    output = (output ?? '') + text;
  }
}

/** Reads flags, width and precision; gives where the conversion's letter is. */
function parse(template: string, from: number, nextInteger: () => bigint): [Specification, number] {
  const result: Specification = {
    left: false,
    sign: '',
    alternate: false,
    bang: false,
    zero: false,
    comma: false,
    width: 0,
    precision: -1,
  };
  let at = from;
  const number = (): number => {
    const start = at;
    while (at < template.length && template[at] >= '0' && template[at] <= '9') at++;
    return bounded(Number(template.slice(start, at)));
  };
  const lengthModifier = (): void => {
    if (template[at] === 'l') at++;
    if (template[at] === 'l') at++;
  };
  for (; at < template.length; at++) {
    const c = template[at];
    if (c === '-') result.left = true;
    else if (c === '+' || c === ' ') result.sign = c;
    else if (c === '#') result.alternate = true;
    else if (c === '!') result.bang = true;
    else if (c === '0') result.zero = true;
    else if (c === ',') result.comma = true;
    else if (c === 'l') {
      lengthModifier();
      break;
    } else if (c >= '1' && c <= '9') {
      result.width = number();
      if (template[at] !== '.' && template[at] !== 'l') break;
      at--;
    } else if (c === '*') {
      const width = Number(BigInt.asIntN(32, nextInteger()));
      if (width < 0) result.left = true;
      result.width = bounded(Math.abs(width) > 2147483647 ? 0 : Math.abs(width));
      if (template[at + 1] !== '.' && template[at + 1] !== 'l') {
        at++;
        break;
      }
    } else if (c === '.') {
      at++;
      if (template[at] === '*') {
        const precision = Number(BigInt.asIntN(32, nextInteger()));
        result.precision = Math.abs(precision) > 2147483647 ? -1 : bounded(Math.abs(precision));
        at++;
      } else result.precision = number();
      lengthModifier();
      break;
    } else break;
  }
  return [result, at];
}

function bounded(size: number): number {
  if (size > MOST) throw new Unknown('very wide format');
  return size;
}

/** Undefined: no such conversion, which ends the output. */
function convert(letter: string, specification: Specification, next: () => SqlValue): string | undefined {
  switch (letter) {
    case 'd':
    case 'i':
    case 'r':
      return padded(signedInteger(integerOf(next()), letter === 'r', specification), specification);
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'p':
      return padded(unsignedInteger(integerOf(next()), letter, specification), specification);
    case 'f':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
      return padded(real(realOf(next()), letter, specification), specification);
    case 's':
    case 'z':
      return string(argument(next()) ?? '', specification);
    case 'q':
    case 'Q':
    case 'w':
      return escaped(argument(next()), letter, specification);
    case 'c':
      return character(argument(next()), specification);
    case '%':
      return padded('%', specification);
    case 'n':
      return '';
    default:
      return undefined;
  }
}

function argument(value: SqlValue): string | null {
  const text = textOf(value);
  return text === null ? null : toBytes(withoutNul(text));
}

function padded(text: string, { width, left }: Specification): string {
  return left ? text.padEnd(width) : text.padStart(width);
}

function signedInteger(value: bigint, ordinal: boolean, specification: Specification): string {
  const magnitude = value < 0n ? -value : value;
  let digits = magnitude.toString();
  if (ordinal) {
    const [tens, ones] = [(magnitude / 10n) % 10n, Number(magnitude % 10n)];
    digits += ones >= 4 || tens === 1n ? 'th' : ['th', 'st', 'nd', 'rd'][ones];
  }
  const sign = value < 0n ? '-' : specification.sign;
  const body = zeroFilled(digits, sign, specification);
  return sign + (specification.comma && !ordinal ? grouped(body) : body);
}

function unsignedInteger(value: bigint, letter: string, specification: Specification): string {
  const bits = BigInt.asUintN(64, value);
  const isHex = letter !== 'u' && letter !== 'o';
  let digits = bits.toString(isHex ? 16 : letter === 'o' ? 8 : 10);
  if (letter === 'X') digits = digits.toUpperCase();
  const body = zeroFilled(digits, '', specification);
  const prefix = letter === 'o' ? '0' : letter === 'x' || letter === 'p' ? '0x' : letter === 'X' ? '0X' : '';
  const alternate = specification.alternate && bits !== 0n ? prefix : '';
  return alternate + (letter === 'u' && specification.comma ? grouped(body) : body);
}

function zeroFilled(digits: string, sign: string, { zero, width, precision }: Specification): string {
  return digits.padStart(zero ? Math.max(precision, width - sign.length) : precision, '0');
}

const grouped = (digits: string): string => digits.replace(/\B(?=(.{3})+$)/g, ',');

function real(value: number, letter: string, specification: Specification): string {
  const { precision, bang, alternate, zero, comma, sign, width, left } = specification;
  const style = letter.toLowerCase() as 'f' | 'e' | 'g';
  let text = printReal(value, {
    style,
    precision: precision < 0 ? 6 : precision,
    digits: bang ? 26 : 16,
    strip: style === 'g' ? !alternate : bang,
    point: bang || alternate,
    thousands: comma,
    infinityAsNumber: zero,
  });
  if (value >= 0 || Object.is(value, -0)) text = sign + text;
  if (letter === 'E' || letter === 'G') text = text.replace('e', 'E');
  if (zero && !left && text.length < width) {
    const signs = text[0] === '-' || text[0] === '+' || text[0] === ' ' ? 1 : 0;
    return text.slice(0, signs) + text.slice(signs).padStart(width - signs, '0');
  }
  return text;
}

const isContinuation = (c: string): boolean => (c.charCodeAt(0) & 0xc0) === 0x80;

/** With `!`, sizes count characters instead of bytes. */
function widened(text: string, specification: Specification): string {
  if (!specification.bang || specification.width === 0) return padded(text, specification);
  let extra = 0;
  for (const c of text) if (isContinuation(c)) extra++;
  return padded(text, { ...specification, width: specification.width + extra });
}

/** The first `count` bytes, or with `!` characters; all if it is negative. */
function limited(text: string, count: number, byCharacter: boolean): string {
  if (count < 0) return text;
  if (!byCharacter) return text.slice(0, count);
  let end = 0;
  for (let left = count; left > 0 && end < text.length; left--) {
    end++;
    while (end < text.length && isContinuation(text[end])) end++;
  }
  return text.slice(0, end);
}

function string(text: string, specification: Specification): string {
  return widened(limited(text, specification.precision, specification.bang), specification);
}

function escaped(text: string | null, letter: string, specification: Specification): string {
  if (text === null) {
    const none = letter === 'Q' ? 'NULL' : '(NULL)';
    return widened(limited(none, specification.precision, specification.bang), specification);
  }
  const mark = letter === 'w' ? '"' : "'";
  const body = limited(text, specification.precision, specification.bang).replaceAll(mark, mark + mark);
  return widened(letter === 'Q' ? mark + body + mark : body, specification);
}

/** One character, as often as the precision says. */
function character(text: string | null, specification: Specification): string {
  // SQLite gives a NUL, and does not say so.
  if (text === null || text === '') throw new Unknown('the first character of nothing', undefined, true);
  const one = limited(text, 1, true);
  const { precision, left } = specification;
  const width = precision > 1 ? specification.width - (precision - 1) : specification.width;
  if (precision <= 1) return widened(one, { ...specification, bang: true });
  const repeated = one.repeat(precision - 1);
  if (width > 1 && !left) return ' '.repeat(width - 1) + repeated + one;
  return repeated + widened(one, { ...specification, bang: true, width: Math.max(width, 0) });
}
