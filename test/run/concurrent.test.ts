// Transactions that run at once in the journal mode mvcc: what the model expects, what it leaves to the engine, and what is judged after that.

import { describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds, isInSqlite } from '../../src/dialect/sqlite/features/catalogue.ts';
import { model } from '../../src/engines/model.ts';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { type EngineHooks, wrapEngine } from '../../src/engines/wrap-engine.ts';
import { readScript } from '../../src/plan/read-script.ts';
import { isVeto } from '../../src/plan/rehearsal.ts';
import { rehearse, testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { examine } from '../../src/run/examine.ts';
import { execute } from '../../src/run/execute.ts';
import { nondeterminismOf } from '../../src/run/judges/determinism.ts';
import { canBeAsked } from '../../src/run/referee.ts';
import { refused } from '../../src/sql/outcome.ts';

const turso = await resolveEngine('turso');

const BEGINNING = `PRAGMA journal_mode = 'mvcc'; CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1), (2), (3);
BEGIN CONCURRENT;
-- dirt: connection 2
BEGIN CONCURRENT;
`;
const ONE = '-- dirt: connection 1\n';
const TWO = '-- dirt: connection 2\n';

async function testFor(script: string) {
  return testOf((await readScript(planOfScript(BEGINNING + script, 10_000_000))).plan);
}

async function last(script: string) {
  return (await testFor(script)).steps.at(-1);
}

describe('the model of mvcc', () => {
  it('shows a transaction its snapshot and its own writes, whatever others commit', async () => {
    const script = `INSERT INTO t VALUES (4);\n${ONE}DELETE FROM t WHERE a = 1; COMMIT;\n${TWO}SELECT a FROM t;`;
    expect((await last(script))?.prediction).toMatchObject({ rows: [[1n], [2n], [3n], [4n]] });
  });

  it('merges what both have written, with free rowids', async () => {
    const script = `INSERT INTO t VALUES (4);\n${ONE}INSERT INTO t VALUES (5); DELETE FROM t WHERE a = 2; COMMIT;\n${TWO}COMMIT; SELECT a FROM t;`;
    expect((await last(script))?.prediction).toMatchObject({ rows: [[1n], [3n], [5n], [4n]] });
  });

  it('expects the second writer of a row to be refused, and does not insist on when', async () => {
    const write = `UPDATE t SET a = 10 WHERE a = 1;\n${ONE}UPDATE t SET a = 11 WHERE a = 1;`;
    expect(await last(write)).toMatchObject({
      prediction: { kind: 'refused', class: 'busy' },
      otherwise: { kind: 'rows' },
    });
    expect(await last('UPDATE t SET a = 10 WHERE a = 1;')).toMatchObject({
      prediction: { kind: 'rows' },
      otherwise: { kind: 'refused', class: 'busy' },
    });
  });

  it('insists that of two rows that exclude each other one is refused at COMMIT', async () => {
    const step = await last(
      `INSERT INTO t VALUES (7);\n${ONE}INSERT INTO t VALUES (7); COMMIT;\n${TWO}COMMIT;`,
    );
    expect(step?.prediction).toMatchObject({ kind: 'refused', class: 'busy' });
    expect(step?.otherwise).toBeUndefined();
  });

  it('knows nothing of rowids that have a name and are chosen by the engine', async () => {
    const { plan } = await readScript(
      planOfScript(
        "PRAGMA journal_mode = 'mvcc'; CREATE TABLE p(a INTEGER PRIMARY KEY); INSERT INTO p VALUES (NULL);",
        1000,
      ),
    );
    expect(plan.groups.at(-1)?.steps[0]).toMatchObject({ statement: { kind: 'raw' }, expect: 'any' });
  });

  it('lets no other engine open the file before the switch back', async () => {
    const { plan } = await readScript(
      planOfScript("PRAGMA journal_mode = 'mvcc'; PRAGMA journal_mode = 'wal';", 1000),
    );
    const looked = {
      property: 'interaction',
      draws: {},
      steps: [{ do: 'inspect', what: 'sqliteOpensIt' }],
    } as const;
    expect(isVeto(rehearse({ ...plan, groups: [...plan.groups, looked] }))).toBe(false);
    expect(isVeto(rehearse({ ...plan, groups: [plan.groups[0], looked] }))).toBe(true);
  });
});

describe('following a run', () => {
  const CONFLICT = refused('busy', 'write-write conflict');
  const hooked = (hooks: EngineHooks) => wrapEngine(turso, () => hooks);

  it('takes a refusal that the model leaves to the engine for what it is: the transaction has left no trace', async () => {
    const whimsical = hooked({
      run: async ({ statement, go }) => {
        if (statement.kind !== 'commit') return go();
        await go('ROLLBACK');
        return CONFLICT;
      },
    });
    const test = await testFor(
      `DELETE FROM t;\nCOMMIT;\nSELECT a FROM t;\n${ONE}COMMIT;\nSELECT count(*) FROM t;`,
    );
    expect(await examine(test, turso)).toMatchObject({ finding: null, trace: { refusedAlone: false } });
    expect(await examine(test, whimsical)).toMatchObject({ finding: null, trace: { refusedAlone: true } });
  });

  it('notices a refused COMMIT that has left something behind', async () => {
    const leaking = hooked({
      run: async ({ statement, go }) => {
        const outcome = await go();
        return statement.kind === 'commit' ? CONFLICT : outcome;
      },
    });
    const test = await testFor('DELETE FROM t;\nCOMMIT;\nSELECT a FROM t;');
    expect((await examine(test, leaking)).finding).toMatchObject({ judge: 'model' });
  });

  it('notices that both of two writers of a row have committed', async () => {
    const losing = hooked({
      run: async ({ statement, go }) => {
        const outcome = await go();
        if (statement.kind !== 'update' || outcome.kind !== 'refused') return outcome;
        await go('BEGIN CONCURRENT');
        return go();
      },
    });
    const test = await testFor(
      `UPDATE t SET a = 10 WHERE a = 1;\nCOMMIT;\n${ONE}UPDATE t SET a = 11 WHERE a < 2 OR a = 10;\nCOMMIT;`,
    );
    expect((await examine(test, turso)).finding).toBeNull();
    expect((await examine(test, losing)).finding).toMatchObject({ kind: 'wronglyAccepted' });
  });

  it('does not take a refusal of another class for one of these', async () => {
    const lacking = hooked({
      run: ({ statement, go }) => (statement.kind === 'delete' ? refused('other', 'no') : go()),
    });
    expect((await examine(await testFor('DELETE FROM t;'), lacking)).finding).toMatchObject({
      kind: 'error',
    });
  });
});

describe('plans of the profile mvcc', () => {
  const planIn = (index: number, features: readonly string[]) =>
    planAt(
      {
        seed: 'mvcc',
        statements: 60,
        profile: { ...profiles.mvcc, properties: 0 },
        properties: [],
        features: features as typeof featureIds,
        abilities: { ...turso.abilities, faults: model.abilities.faults },
      },
      index,
    );
  const features = featureIds.filter((id) => isInSqlite(id) || id === 'begin.CONCURRENT');

  it('have transactions that run at once and conflict, do the same twice, and are not for SQLite', async () => {
    let conflicts = 0;
    for (let index = 0; index < 8; index++) {
      const planned = planIn(index, features);
      expect(canBeAsked(sqlite, planned.steps)).toBe(false);
      for (const { prediction } of planned.steps)
        if (prediction?.kind === 'refused' && prediction.class === 'busy') conflicts++;
      expect(nondeterminismOf(await execute(planned, turso), await execute(planned, turso))).toBeNull();
    }
    expect(conflicts).toBeGreaterThan(5);
  });

  it('are ordinary plans on an engine that has no such mode', () => {
    expect(canBeAsked(sqlite, planIn(0, featureIds.filter(isInSqlite)).steps)).toBe(true);
  });
});
