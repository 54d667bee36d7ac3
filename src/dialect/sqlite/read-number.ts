// Text to numbers as SQLite 3.50 reads them: the longest numeric prefix, with its own rounding of reals.

import { over1e10, over1e100, over10, pair, times1e10, times1e100, times10 } from './double-double.ts';

/** How a text looks as a number. `prefix` is what was read up to the first character that does not fit. */
export type NumberForm =
  /** Digits only, spaces around them aside. */
  | 'integer'
  /** With a point or an exponent. */
  | 'real'
  /** Not a number, but a prefix with a point or an exponent is. */
  | 'realPrefix'
  /** Not a number; a prefix of digits, or nothing at all. */
  | 'other';

let formRead: NumberForm = 'other';

/** The second result of the last `readReal`: the form of the text. A pair would have to be allocated for every number. */
export function formOfLastRead(): NumberForm {
  return formRead;
}

const MAX = 0xffff_ffff_ffff_ffffn;
const DIGITS_LIMIT = (MAX - 9n) / 10n;
const SHIFT_LIMIT = (MAX - 0x7ffn) / 10n;
const LARGEST_SAFE = 2 ** 64 - 2048;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Space, tab, newline, vertical tab, form feed and carriage return. */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** The real number that a prefix of the text is; 0 when none is. `formOfLastRead` then tells the text's form. */
export function readReal(text: string): number {
  const end = text.length;
  let at = skipSpaces(text, 0);
  formRead = 'other';
  if (at >= end) return 0;
  let negative = false;
  const sign = text.charCodeAt(at);
  if (sign === 45 || sign === 43) {
    negative = sign === 45;
    at++;
  }

  // The significand is a number while it is small, so that ordinary texts need no bigint.
  let small = 0;
  let large = 0n;
  let isLarge = false;
  let digits = 0;
  let shift = 0;
  let parts = 1;
  let exponentComplete = true;
  const digit = (code: number): void => {
    if (!isLarge && small <= 900_000_000_000_000) small = small * 10 + (code - 48);
    else {
      if (!isLarge) {
        isLarge = true;
        large = BigInt(small);
      }
      large = large * 10n + BigInt(code - 48);
    }
    digits++;
  };

  while (at < end && isDigit(text.charCodeAt(at))) {
    digit(text.charCodeAt(at));
    at++;
    if (isLarge && large >= DIGITS_LIMIT) {
      const first = at;
      at = skipDigits(text, at);
      shift += at - first;
    }
  }
  let exponent = 0;
  if (at < end && text.charCodeAt(at) === 46) {
    at++;
    parts++;
    while (at < end && isDigit(text.charCodeAt(at))) {
      if (!isLarge || large < DIGITS_LIMIT) {
        digit(text.charCodeAt(at));
        shift--;
      }
      at++;
    }
  }
  if (at < end && (text.charCodeAt(at) | 32) === 101) {
    at++;
    exponentComplete = false;
    parts++;
    let down = false;
    if (at < end) {
      const exponentSign = text.charCodeAt(at);
      if (exponentSign === 45 || exponentSign === 43) {
        down = exponentSign === 45;
        at++;
      }
      while (at < end && isDigit(text.charCodeAt(at))) {
        exponent = exponent < 10_000 ? exponent * 10 + (text.charCodeAt(at) - 48) : 10_000;
        at++;
        exponentComplete = true;
      }
      if (down) exponent = -exponent;
    }
  }
  at = skipSpaces(text, at);

  if (at === end && digits > 0 && exponentComplete) formRead = parts === 1 ? 'integer' : 'real';
  else if (parts >= 2 && (parts === 3 || exponentComplete) && digits > 0) formRead = 'realPrefix';

  const magnitude = isLarge ? scaled(large, exponent + shift) : scaledSmall(small, exponent + shift);
  return negative ? -magnitude : magnitude;
}

const NUMBER = /^[ \t-\r]*([-+]?(\d*)(?:\.(\d*))?(?:e[-+]?\d+)?)/i;
const FEW_DIGITS = 15;
/** With more of them the newest SQLite does not always round to the nearest double either. */
const MOST_DIGITS = 19;

/** Is what was read from the text the nearest double, as versions after 3.50 read it? */
export function isNearest(text: string, real: number): boolean {
  if (text.length <= FEW_DIGITS && !/e/i.test(text)) return true;
  const [, number, whole, fraction = ''] = NUMBER.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, '').length;
  return digits === 0 || (digits <= MOST_DIGITS && Number(number) === real);
}

/** Whether the number that a prefix of the text is has more significant digits than a conversion to a real has to keep. */
export function hasDigitsToLose(text: string): boolean {
  if (text.length <= FEW_DIGITS) return false;
  const [, , whole, fraction = ''] = NUMBER.exec(text)!;
  return (whole + fraction).replace(/^0+|0+$/g, '').length > FEW_DIGITS;
}

const EXACT_POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** Below 2^53 and within 10^22 both operands are exact, so one rounding gives what 106 bits would round to. */
function scaledSmall(significand: number, exponent: number): number {
  if (significand === 0) return 0;
  if (exponent >= 0 && exponent <= 22) return significand * EXACT_POWERS[exponent];
  if (exponent < 0 && exponent >= -22) return significand / EXACT_POWERS[-exponent];
  return scaled(BigInt(significand), exponent);
}

function scaled(significand: bigint, exponent: number): number {
  if (significand === 0n) return 0;
  let s = significand;
  let e = exponent;
  while (e > 0 && s < SHIFT_LIMIT) {
    s *= 10n;
    e--;
  }
  while (e < 0 && s % 10n === 0n) {
    s /= 10n;
    e++;
  }
  pair.high = Number(s);
  pair.low = pair.high <= LARGEST_SAFE ? Number(s - BigInt(pair.high)) : 0;
  for (; e >= 100; e -= 100) times1e100();
  for (; e >= 10; e -= 10) times1e10();
  for (; e >= 1; e -= 1) times10();
  for (; e <= -100; e += 100) over1e100();
  for (; e <= -10; e += 10) over1e10();
  for (; e <= -1; e += 1) over10();
  const result = pair.high + pair.low;
  return Number.isNaN(result) ? Number.POSITIVE_INFINITY : result;
}
