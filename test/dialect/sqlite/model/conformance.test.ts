import { expect, test } from 'vitest';
import { conformSequences, describeSequences } from '../../../conformance/sequences.ts';
import { sized } from '../../../size.ts';

test.each(['installed', 'newest'] as const)(
  'the model predicts random statement sequences as SQLite (%s) runs them, and knows nearly all of them',
  async (which) => {
    const report = await conformSequences({ count: sized(60, 1_500), seed: 'fixed', which });
    expect(report.differences, describeSequences(report)).toEqual([]);
    expect(report.statements).toBeGreaterThan(1500);
    let undecided = 0;
    for (const tally of report.kinds.values()) undecided += tally.unknown + tally.undetermined;
    // All kinds are drawn evenly here, which meets SQLite's own bugs three times as often as the plans of a campaign do.
    expect(undecided / report.statements).toBeLessThan(0.1);
  },
);
