// What planted bugs beyond the model shrink to: only the reference can tell, and what is left must still be small.

import { describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds, isInSqlite } from '../../src/dialect/sqlite/features/catalogue.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { investigate } from '../../src/find/investigate.ts';
import { sqlOf } from '../../src/plan/test-step.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { mutantOf, type PlantedBug } from '../mutants/mutant.ts';

const MOST_PLANS = 150;

/** The minimal SQL of the first finding that the planted bug causes. */
async function minimalSql(bug: PlantedBug): Promise<string[]> {
  const engine = mutantOf(sqlite, bug);
  const features = featureIds.filter(isInSqlite);
  for (let index = 0; index < MOST_PLANS; index++) {
    const planned = planAt(
      { seed: 'beyond', statements: 60, profile: profiles.beyondModel, properties: [], features },
      index,
    );
    const options = { referee: refereeWith(), doublecheck: false };
    const { finding } = await judgeFully(planned, engine, options);
    if (finding === null) continue;
    const result = await investigate(planned.plan, finding, {
      engine,
      referee: refereeWith(),
      goOn: () => true,
    });
    return sqlOf(result.plan);
  }
  throw new Error(`${bug.name} was not caught in ${MOST_PLANS} plans`);
}

describe('the minimal plan of a planted bug beyond the model', () => {
  it('is one trigger with one statement, and what fires it', async () => {
    const sql = await minimalSql({
      name: 'a trigger that never fires',
      rewrite: (text) =>
        text.startsWith('CREATE TRIGGER') ? text.replace(/( WHEN [\s\S]*?)? BEGIN /, ' WHEN 0 BEGIN ') : text,
    });
    expect(sql.filter((text) => text.startsWith('CREATE TRIGGER'))).toHaveLength(1);
    expect(sql.find((text) => text.startsWith('CREATE TRIGGER'))?.match(/;/g)).toHaveLength(1);
    // Two tables, the trigger, a row for it to work on, what fires it, and the question.
    expect(sql.length).toBeLessThanOrEqual(6);
  });

  it('is a parent with a child that outlives it', async () => {
    const sql = await minimalSql({
      name: 'ON DELETE CASCADE that only sets NULL',
      rewrite: (text) => text.replace('ON DELETE CASCADE', 'ON DELETE SET NULL'),
    });
    // Foreign keys on, two tables, two rows, what takes the parent away, and the question.
    expect(sql.length).toBeLessThanOrEqual(7);
    expect(sql.filter((text) => text.includes('ON DELETE CASCADE'))).toHaveLength(1);
  });

  it('is a file that comes back without its table', async () => {
    const sql = await minimalSql({
      name: 'a file that is attached in memory only',
      rewrite: (text) => text.replace(/^ATTACH '[^:]*'/, "ATTACH ':memory:'"),
    });
    // It is attached, gets a table, and is not what it was when it is looked at again.
    expect(sql.slice(0, 2).map((text) => text.split(' ')[0])).toEqual(['ATTACH', 'CREATE']);
    expect(sql.length).toBeLessThanOrEqual(7);
  });
});
