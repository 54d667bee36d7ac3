// What planted bugs shrink to. A worse result here is a worse report for everybody.

import { describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds } from '../../src/dialect/sqlite/features/catalogue.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { investigate } from '../../src/find/investigate.ts';
import { sqlOf } from '../../src/plan/test-step.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { examine } from '../../src/run/examine.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { mutantOf, type PlantedBug } from '../mutants/mutant.ts';

/** The minimal SQL of the first finding that the planted bug causes. */
async function minimalSql(
  bug: PlantedBug,
  mostPlans = 60,
  profile = profiles.general,
): Promise<{ sql: string[]; kind: string; outvoted: string; message: string }> {
  const engine = mutantOf(sqlite, bug);
  for (let index = 0; index < mostPlans; index++) {
    const planned = planAt(
      { seed: 'quality', statements: 60, profile, properties: [], features: featureIds },
      index,
    );
    const { finding } = await examine(planned, engine, { opener: sqlite });
    if (finding === null) continue;
    const result = await investigate(planned.plan, finding, {
      engine,
      referee: refereeWith(),
      goOn: () => true,
    });
    const sql = sqlOf(result.plan);
    const { kind, message } = result.finding;
    return { sql, kind, outvoted: result.outvoted, message };
  }
  throw new Error(`${bug.name} was not caught in ${mostPlans} plans`);
}

describe('the minimal plan of a planted bug', () => {
  it('is one DELETE that deletes too much', async () => {
    const { sql, outvoted } = await minimalSql({
      name: 'a DELETE that ignores its WHERE',
      rewrite: (text) =>
        text.startsWith('DELETE') ? text.replace(/ WHERE [\s\S]*?(?= RETURNING|$)/, '') : text,
    });
    expect(outvoted).toBe('engine');
    expect(sql.length).toBeLessThanOrEqual(4);
    expect(sql.filter((text) => text.startsWith('DELETE'))).toHaveLength(1);
    expect(sql.join(';').length).toBeLessThan(200);
  });

  it('is one DISTINCT query over a table with two equal rows', async () => {
    const { sql, kind } = await minimalSql({
      name: 'DISTINCT ignored',
      rewrite: (text) => text.replace(/^SELECT DISTINCT /, 'SELECT '),
    });
    expect(kind).toBe('difference');
    expect(sql.length).toBeLessThanOrEqual(3);
    expect(sql.at(-1)).toMatch(/^SELECT DISTINCT \S+ FROM/);
  });

  it('is written as usual but for what the bug is about', async () => {
    const { sql } = await minimalSql(
      {
        name: 'a query with a name in brackets loses its last row',
        lie: (outcome, text) =>
          outcome.kind === 'rows' && /^select\b.*\[c/is.test(text)
            ? { ...outcome, rows: outcome.rows.slice(0, -1) }
            : outcome,
      },
      200,
    );
    expect(sql.at(-1)).toMatch(/^SELECT .*\[c\d\]/);
    expect(sql.join('; ')).not.toMatch(/\/\*|--|\s\s|[\t\n`"]|\b(?:select|from|where|create|insert)\b/);
    expect(sql.length).toBeLessThanOrEqual(3);
  });

  it('is a table that grows between two looks, with what both of them cost', async () => {
    const { sql, kind, message } = await minimalSql(
      {
        name: 'an index that serves no equality',
        rewrite: (text) => (/^SELECT/.test(text) ? text.replaceAll(/\bk = /g, '+k = ') : text),
      },
      60,
      profiles.performance,
    );
    expect(kind).toBe('performance');
    expect(message).toMatch(/^it cost \d+ before and costs \d+ now/);
    const looks = sql.filter((text) => text.startsWith('SELECT'));
    expect(looks).toHaveLength(2);
    expect(looks[0]).toBe(looks[1]);
    expect(sql.length).toBeLessThanOrEqual(10);
  });

  it('is a panic with nothing around it', async () => {
    const { sql, kind } = await minimalSql({
      name: 'a panic on LIKE',
      lie: (outcome, text) =>
        text.includes(' LIKE ') ? { kind: 'panic', message: 'boom', location: 'like.rs:1:1' } : outcome,
    });
    expect(kind).toBe('panic');
    expect(sql.length).toBe(1);
    expect(sql[0]).toMatch(/ LIKE /);
    expect(sql[0].length).toBeLessThan(60);
  });
});
