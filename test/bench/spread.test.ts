import { expect, test } from 'vitest';
import { spreadOf } from '../../bench/spread.ts';

test('a spread is told by median, quartiles and range, in whatever order it was measured', () => {
  expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ median: 3, quartiles: [2, 4], range: [1, 5] });
});

test('the median of an even number of measurements lies between the middle two', () => {
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, quartiles: [1.75, 3.25], range: [1, 4] });
});

test('one measurement has no spread', () => {
  expect(spreadOf([7])).toEqual({ median: 7, quartiles: [7, 7], range: [7, 7] });
});
