import { expect, it } from 'vitest';
import { allFeatures } from '../../src/dialect/sqlite/features/feature-set.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../src/engines/wrap-engine.ts';
import { planOf } from '../../src/planning/planner.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { execute } from '../../src/run/execute.ts';
import type { Outcome } from '../../src/sql/outcome.ts';

/** Tables that go with the rows of this one. */
const childrenOf = (table: string) =>
  `SELECT child.name FROM sqlite_schema AS child, pragma_foreign_key_list(child.name) AS key
   WHERE child.type = 'table' AND key."table" = '${table}' AND key.on_delete = 'CASCADE' AND child.name <> key."table"`;

function valuesOf(outcome: Outcome): string[] {
  return outcome.kind === 'rows' ? outcome.rows.map(([value]) => String(value)) : [];
}

it('foreign keys have something to do: parents with children are kept from being deleted, or take them along', async () => {
  let kept = 0;
  let takenAlong = 0;
  const watched = wrapEngine(sqlite, () => ({
    run: async ({ statement, go }) => {
      if (statement.kind !== 'delete') return go();
      const children = valuesOf(await go(childrenOf(statement.table)));
      const counted = async () => {
        let rows = 0;
        for (const child of children) rows += Number(valuesOf(await go(`SELECT count(*) FROM ${child}`))[0]);
        return rows;
      };
      const before = await counted();
      const outcome = await go();
      if (outcome.kind === 'refused' && /FOREIGN KEY/.test(outcome.message)) kept++;
      else takenAlong += before - (await counted());
      return outcome;
    },
  }));
  for (let index = 0; index < 40; index++) {
    const request = { seed: 'family', index, statements: 150, profile: profiles.beyondModel, properties: [] };
    await execute(planOf({ ...request, features: allFeatures() }), watched);
  }
  expect(kept).toBeGreaterThan(0);
  expect(takenAlong).toBeGreaterThan(0);
});
