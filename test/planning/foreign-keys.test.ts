import { expect, it } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { loadSqlite } from '../../src/engines/sqlite/sqlite.ts';
import { stepsOf } from '../../src/plan/plan.ts';
import { planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { execute, sqlOf } from '../../src/run/execute.ts';

it('foreign keys have something to do: parents with children are kept from being deleted, or take them along', async () => {
  const sqlite = await loadSqlite();
  let [kept, gone] = [0, 0];
  for (let index = 0; index < 40; index++) {
    const request = { seed: 'family', index, statements: 150, profile: profiles.beyondModel, properties: [] };
    const { plan } = planOf({ ...request, features: allFeatures() });
    const { records } = await execute(plan, sqlite);
    const steps = stepsOf(plan);
    for (const { at, outcome } of records) {
      const placed = steps[at];
      if (placed?.step.do !== 'run') continue;
      const sql = sqlOf(placed.step, placed.group.draws);
      if (/^DELETE/.test(sql) && outcome.kind === 'refused' && /FOREIGN KEY/.test(outcome.message)) kept++;
      if (/^DELETE FROM \w+ WHERE \w+ = \d$/.test(sql) && outcome.kind === 'rows') gone++;
    }
  }
  expect(kept).toBeGreaterThan(0);
  expect(gone).toBeGreaterThan(0);
});
