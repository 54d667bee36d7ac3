import { expect, test } from 'vitest';
import { conformSequences, describeSequences } from '../../../conformance/sequences.ts';

test('the model predicts random statement sequences as SQLite runs them, and knows nearly all of them', async () => {
  const report = await conformSequences({ count: 60, seed: 'fixed' });
  expect(report.differences, describeSequences(report)).toEqual([]);
  expect(report.statements).toBeGreaterThan(1500);
  let undecided = 0;
  for (const tally of report.kinds.values()) undecided += tally.unknown + tally.free;
  expect(undecided / report.statements).toBeLessThan(0.08);
});
