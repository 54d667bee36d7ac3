import { describe, expect, it } from 'vitest';
import { mismatch } from '../../src/json/read.ts';
import { decodeValue, encodedValue, encodeValue } from '../../src/sql/codec.ts';
import { rowKey, type SqlValue, sameValue, valueKey } from '../../src/sql/value.ts';

const VALUES: readonly SqlValue[] = [
  null,
  0n,
  -1n,
  9_007_199_254_740_993n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  0,
  -0,
  1,
  0.1,
  5e-324,
  1.7976931348623157e308,
  1e21,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '',
  'a\0b',
  'é😀',
  '1',
  '\udc80',
  new Uint8Array(0),
  Uint8Array.of(0, 255, 16),
];

describe('the value codec', () => {
  it('keeps every bit of every value, through JSON', () => {
    for (const value of VALUES) {
      const back = decodeValue(JSON.parse(JSON.stringify(encodeValue(value))));
      expect(sameValue(back, value), String(value)).toBe(true);
    }
  });

  it('refuses what it did not write, and says what it was', () => {
    const wrong = [
      undefined,
      1,
      'x',
      [],
      ['i'],
      ['i', 1],
      ['i', '1.5'],
      ['i', '9223372036854775808'],
      ['r', 'x'],
      ['b', '0'],
      ['b', 'zz'],
      ['x', ''],
    ];
    for (const encoded of wrong)
      expect(mismatch(encodedValue, encoded, 'it')?.problem).toBe(
        `it is not an encoded value: ${JSON.stringify(encoded)}`,
      );
  });
});

describe('identity of values', () => {
  it('tells storage classes, signs of zero and bytes apart', () => {
    for (const [i, a] of VALUES.entries()) {
      for (const [k, b] of VALUES.entries()) {
        expect(sameValue(a, b)).toBe(i === k);
        expect(valueKey(a) === valueKey(b)).toBe(i === k);
      }
    }
  });

  it('of rows is not fooled by where one value ends', () => {
    expect(rowKey(['a', 'b'])).not.toBe(rowKey(['a,t1:b']));
    expect(rowKey(['a,', 'b'])).not.toBe(rowKey(['a', ',b']));
  });
});
