import { expect, it } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { isRun } from '../../src/plan/test-step.ts';
import { planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { execute } from '../../src/run/execute.ts';

it('foreign keys have something to do: parents with children are kept from being deleted, or take them along', async () => {
  let [kept, gone] = [0, 0];
  for (let index = 0; index < 40; index++) {
    const request = { seed: 'family', index, statements: 150, profile: profiles.beyondModel, properties: [] };
    const { records } = await execute(planOf({ ...request, features: allFeatures() }), sqlite);
    for (const { test, outcome } of records) {
      if (!isRun(test)) continue;
      const { sql } = test;
      if (/^DELETE/.test(sql) && outcome.kind === 'refused' && /FOREIGN KEY/.test(outcome.message)) kept++;
      if (/^DELETE FROM \w+ WHERE \w+ = \d$/.test(sql) && outcome.kind === 'rows') gone++;
    }
  }
  expect(kept).toBeGreaterThan(0);
  expect(gone).toBeGreaterThan(0);
});
