import { expect, test } from 'vitest';
import { conformExpressions } from '../conformance/expressions.ts';
import { sized } from '../size.ts';

test('the model and SQLite agree on random expressions over random rows', async () => {
  const report = await conformExpressions({ count: sized(15_000, 500_000), seed: 'test' });
  expect(report.differences).toEqual([]);
  expect(report.unknown / report.expressions).toBeLessThan(0.03);
});
