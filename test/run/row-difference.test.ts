import { describe, expect, it } from 'vitest';
import { rowDifference } from '../../src/run/row-difference.ts';

const A = [1n, 'a'] as const;
const B = [2n, 'b'] as const;

describe('how rows are wrong', () => {
  it.each([
    ['other order', [A, B], [B, A]],
    ['rows missing', [A, B, B], [A, B]],
    ['rows too many', [A], [A, A]],
    ['other rows', [A, B], [[3n, 'c']]],
    ['columns permuted', [A, B], [['a', 1n], B]],
    ['sign of zero', [[0, 'a'], B], [B, [-0, 'a']]],
    ['sign of zero', [[0, -0]], [[-0, 0]]],
    ['class of a value', [A], [[1, 'a']]],
    ['class of a value', [A], [['1', 'a']]],
    ['NULL for a value', [A, B], [[null, 'a'], B]],
    ['a value for NULL', [[null]], [[0n]]],
    [
      'another value',
      [A, B],
      [
        [1n, 'x'],
        [2n, 'y'],
      ],
    ],
    [
      'other values',
      [A, B],
      [
        [1n, null],
        [7n, 'b'],
      ],
    ],
    ['other rows', [[1n]], [[1n, 2n]]],
  ] as const)('is told as %s', (how, expected, actual) => {
    expect(rowDifference(expected, actual)).toBe(how);
  });

  it('does not depend on the order in which the rows come', () => {
    const expected = [A, B, [3n, null]];
    const actual = [
      [3n, null],
      [2n, 'b'],
      [1n, 'x'],
    ];
    expect(rowDifference(expected, actual)).toBe(rowDifference([...expected].reverse(), actual));
  });
});
