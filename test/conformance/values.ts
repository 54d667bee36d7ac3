// Random values near the edges where conversions go wrong.

import { encodeText } from '../../src/dialect/sqlite/evaluate/text.ts';
import type { Random } from '../../src/random.ts';
import type { SqlValue, StorageClass } from '../../src/sql/value.ts';

export const CLASSES: readonly StorageClass[] = ['null', 'integer', 'real', 'text', 'blob'];

const INTEGERS = [
  0n,
  1n,
  -1n,
  2n,
  3n,
  7n,
  -5n,
  10n,
  12n,
  16n,
  63n,
  64n,
  65n,
  -64n,
  100n,
  255n,
  256n,
  1000n,
].concat(
  [
    2n ** 31n - 1n,
    -(2n ** 31n),
    2n ** 32n,
    2n ** 53n,
    2n ** 53n + 1n,
    -(2n ** 53n) - 1n,
    2n ** 51n,
    -(2n ** 51n),
  ],
  [
    2n ** 62n,
    2n ** 63n - 1n,
    2n ** 63n - 2n,
    -(2n ** 63n),
    -(2n ** 63n) + 1n,
    4611686018427387904n,
    3037000500n,
  ],
);

const REALS = [
  0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 0.3, 1e3, 12, -5, 1e-5, 1e15, 1e16, 123456.789, 1e100,
].concat(
  [
    1e300,
    -1e300,
    1e-300,
    5e-324,
    1.7976931348623157e308,
    Infinity,
    -Infinity,
    2 ** 63,
    -(2 ** 63),
    2 ** 53,
    2 ** 53 + 2,
  ],
  [2 ** 63 - 1024, 2 ** 51 + 0.5, 0.30000000000000004, 1 / 3, 2 / 3, 1e21, 1e22, 1.0000000000000002, 100.5],
  [99999999999999.95, 999999999999999.9, 1.005, 2.675, 1e-4, 9.9999e-5, 64.9, -64.5, 3.0000000000000004],
);

const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'b',
  'B',
  'ab',
  'AB',
  'aB',
  'abc',
  'ABC',
  'a ',
  'a  ',
  'A ',
  ' a',
  '0',
  '1',
  '-1',
  '+1',
].concat(
  [
    '1.0',
    '1.',
    '.5',
    '.5e1',
    '1e3',
    '1E3',
    '1e',
    '1e+',
    '1e+2x',
    ' 12 ',
    '12 ',
    ' 12',
    '\t12\n',
    '12abc',
    '0x1F',
    '0x10',
  ],
  [
    '-0',
    '-0.0',
    '0.0',
    '00012',
    '1_000',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '1e999',
  ],
  [
    '-9223372036854775809',
    '99999999999999999999',
    '1e-400',
    '-',
    '+',
    '.',
    'e',
    '--1',
    '1 2',
    '2.5',
    '0.1',
    '1.5e300',
  ],
  [
    'a\0b',
    '\0',
    'a\0',
    'A\0c',
    '12\0',
    '\x001',
    'é',
    'É',
    'ß',
    '😀',
    'a😀b',
    '日本',
    '\u{ffff}',
    'x\u0301',
    '%',
    '_',
    'a%',
  ],
  [
    '%a',
    '%b%',
    'a_',
    '__',
    '*',
    'a*',
    '?',
    '[a-c]',
    '[^a]',
    '[]]',
    '[a',
    'a\\%',
    '\\',
    'a[b',
    '*[a-z]*',
    '%d',
    '%s|%5.2f',
  ],
  [
    '%x %o',
    '%q',
    '%05d',
    '%-8s|',
    '%+d',
    '%,d',
    '%.3e',
    '%g',
    '%!g',
    '%c',
    '%%',
    '%z',
    '%*d',
    '%.2s',
    '%!.20f',
    '%#x',
    '%Q',
  ],
  [
    "it's",
    "'",
    '"',
    'null',
    'NULL',
    'true',
    '6162',
    'zz',
    '61 62',
    'Inf',
    'NaN',
    '4.0',
    '1e15',
    '1.5',
    '10',
    '3',
    '5',
    '100',
  ],
);

const BYTES = [
  [],
  [0],
  [0x61],
  [0x41],
  [0x31],
  [0x31, 0x32],
  [0x20, 0x35],
  [0x61, 0x62],
  [0x61, 0, 0x62],
  [0x31, 0x2e, 0x35],
].concat([
  [0x31, 0x65, 0x33],
  [0x2d, 0x31],
  [0x61, 0x20],
  [0xc3, 0xa9],
  [0x25],
  [0x30],
  [0x2e, 0x35],
  [0x41, 0x42, 0x43],
]);

const INVALID_BYTES = [[255], [0xc3], [0x80, 0x61], [0x61, 0xff], [0xf0, 0x9f]];

export function randomValue(random: Random, wanted: StorageClass): SqlValue {
  switch (wanted) {
    case 'null':
      return null;
    case 'integer':
      if (random.oneIn(4)) return BigInt(random.between(-20, 20));
      return random.oneIn(12) ? random.int64() : random.pick(INTEGERS);
    case 'real':
      if (random.oneIn(4)) return random.between(-400, 400) / 16;
      return random.oneIn(12) ? anyReal(random) : random.pick(REALS);
    case 'text':
      return random.oneIn(12) ? numericText(random) : random.pick(TEXTS);
    case 'blob':
      if (random.oneIn(50)) return Uint8Array.from(random.pick(INVALID_BYTES));
      return random.oneIn(4) ? encodeText(random.pick(TEXTS)) : Uint8Array.from(random.pick(BYTES));
  }
}

function anyReal(random: Random): number {
  if (random.oneIn(2)) return Number(`${random.between(-99999, 99999)}e${random.between(-12, 12)}`);
  const real = new Float64Array(new Uint32Array([random.word(), random.word()]).buffer)[0];
  return Number.isFinite(real) ? real : 0.25;
}

/** Digits, signs, points, exponents and spaces in almost any order. */
function numericText(random: Random): string {
  let text = '';
  for (let i = random.between(1, 24); i > 0; i--) {
    text += random.weighted([
      [12, String(random.below(10))],
      [1, '.'],
      [1, 'e'],
      [1, random.pick(['-', '+', ' ', 'x'])],
    ]);
  }
  return text;
}
