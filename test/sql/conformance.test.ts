import { expect, test } from 'vitest';
import { conformExpressions } from '../conformance/expressions.ts';

test('the model and SQLite agree on random expressions over random rows', { timeout: 60_000 }, async () => {
  const report = await conformExpressions({ count: 15_000, seed: 'test' });
  expect(report.differences).toEqual([]);
  expect(report.unknown / report.expressions).toBeLessThan(0.03);
});
