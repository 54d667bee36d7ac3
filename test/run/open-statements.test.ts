// Statements that are left before their end: the engines that step through them, the model that predicts what they give, and the judge.

import { describe, expect, it } from 'vitest';
import { planAt } from '../../src/campaign/settings.ts';
import { featureIds, isInSqlite } from '../../src/dialect/sqlite/features/catalogue.ts';
import type { Engine } from '../../src/engines/engine.ts';
import { resolveEngine } from '../../src/engines/resolve.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { wrapEngine } from '../../src/engines/wrap-engine.ts';
import { interleavingOf } from '../../src/find/interleaving.ts';
import { shrink } from '../../src/find/shrink/shrink.ts';
import { decodePlan, encodePlan } from '../../src/plan/codec.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readScript } from '../../src/plan/read-script.ts';
import { isVeto } from '../../src/plan/rehearsal.ts';
import { rehearse, testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { unrehearsed } from '../../src/plan/test-step.ts';
import { profiles } from '../../src/planning/profiles.ts';
import { examine } from '../../src/run/examine.ts';
import { execute } from '../../src/run/execute.ts';
import { nondeterminismOf } from '../../src/run/judges/determinism.ts';
import { NOTHING, type Outcome } from '../../src/sql/outcome.ts';

const FUEL = 10_000_000;
const turso = await resolveEngine('turso');

const TABLES = `CREATE TABLE t(a); CREATE TABLE u(b); INSERT INTO t VALUES (1), (2), (3); INSERT INTO u VALUES (7);`;

async function outcomes(script: string, engine: Engine = sqlite): Promise<Outcome[]> {
  const { records } = await execute(unrehearsed(planOfScript(TABLES + script, FUEL)), engine);
  return records.slice(5, -1).map(({ outcome }) => outcome);
}

/** The script as a test that the model follows. */
async function planOf(script: string): Promise<Plan> {
  return (await readScript(planOfScript(TABLES + script, FUEL))).plan;
}

const QUERY_LEFT = '-- dirt: start a 1\nSELECT a FROM t ORDER BY a;\n';

describe.each([sqlite, turso])('$name', (engine) => {
  it('gives the rows of a statement in parts, and says whether it is open', async () => {
    const given = await outcomes(
      `${QUERY_LEFT}SELECT b FROM u;\n-- dirt: advance a 1\n-- dirt: finish a\n`,
      engine,
    );
    expect(given).toMatchObject([
      { kind: 'rows', rows: [[1n]], changes: null, isOpen: true },
      { kind: 'rows', rows: [[7n]], changes: 0 },
      { kind: 'rows', rows: [[2n]], changes: null, isOpen: true },
      { kind: 'rows', rows: [[3n]], changes: null },
    ]);
  });

  it('begins a statement anew that was reset, also after its end', async () => {
    const given = await outcomes(
      `${QUERY_LEFT}-- dirt: advance a 9\n-- dirt: reset a\n-- dirt: advance a 2\n`,
      engine,
    );
    expect(given.at(-1)).toEqual({ kind: 'rows', rows: [[1n], [2n]], changes: null, isOpen: true });
  });

  it('lets go of the lock when a statement is given up that has written', async () => {
    const script = `-- dirt: start a 1\nUPDATE t SET a = a + 1 RETURNING a;\n-- dirt: connection 2\nINSERT INTO u VALUES (8);\n-- dirt: abandon a\nINSERT INTO u VALUES (9);`;
    const given = await outcomes(script, engine);
    expect(given[1]).toMatchObject({ kind: 'refused', class: 'busy' });
    expect(given[3]).toMatchObject({ kind: 'rows' });
  });

  it('does not lay what a statement that was left has written to the next one', async () => {
    const script =
      '-- dirt: start a 1\nINSERT INTO t VALUES (4) RETURNING a;\n-- dirt: finish a\nDELETE FROM t WHERE 0;';
    expect((await outcomes(script, engine)).at(-1)).toMatchObject({ changes: 0 });
  });
});

describe('the model', () => {
  const lastPrediction = async (script: string) => testOf(await planOf(script)).steps.at(-1)?.prediction;

  it('knows what a query gives beside what others commit, and not what its own connection changes', async () => {
    const finish = '-- dirt: finish a';
    expect(
      await lastPrediction(`${QUERY_LEFT}-- dirt: connection 2\nDELETE FROM t;\n${finish}`),
    ).toMatchObject({
      kind: 'rows',
      rows: [[1n], [2n], [3n]],
    });
    expect(await lastPrediction(`${QUERY_LEFT}DELETE FROM u;\n${finish}`)).toMatchObject({ kind: 'rows' });
    expect(await lastPrediction(`${QUERY_LEFT}DELETE FROM t WHERE a = 2;\n${finish}`)).toMatchObject({
      kind: 'undetermined',
    });
  });

  it('holds nobody to what a connection sees that has an older snapshot open', async () => {
    const script = `${QUERY_LEFT}-- dirt: connection 2\nDELETE FROM t;\n-- dirt: connection 1\nSELECT a FROM t;`;
    expect(await lastPrediction(script)).toMatchObject({ kind: 'undetermined' });
  });

  it('says that others wait for a writer that was left, and that COMMIT does too', async () => {
    const writer = '-- dirt: start w 1\nDELETE FROM t RETURNING a;\n';
    const beside = `${writer}-- dirt: connection 2\nINSERT INTO u VALUES (8);`;
    expect(await lastPrediction(beside)).toMatchObject({ kind: 'refused', class: 'busy' });
    expect(await lastPrediction(`BEGIN;${writer}COMMIT;`)).toMatchObject({ kind: 'refused', class: 'busy' });
  });

  it('takes both for possible once a statement is given up that has written, and goes on where they agree', async () => {
    const abandoned = '-- dirt: start w 1\nDELETE FROM t RETURNING a;\n-- dirt: abandon w\n';
    const { steps } = testOf(await planOf(`${abandoned}INSERT INTO u VALUES (8);\nPRAGMA integrity_check;`));
    expect(steps.at(-2)?.prediction).toMatchObject({ kind: 'rows', changes: 1 });
    const counts = steps.at(-1)?.allowed?.map(({ tables }) => tables.map(({ rowCount }) => rowCount));
    expect(counts).toEqual([
      [3, 2],
      [0, 2],
    ]);
  });

  it('turns down what is about a statement that is not open', async () => {
    const plan = await planOf(`${QUERY_LEFT}-- dirt: finish a`);
    const [start, finish] = plan.groups.slice(-2);
    expect(isVeto(rehearse({ ...plan, groups: [...plan.groups.slice(0, -2), finish] }))).toBe(true);
    expect(isVeto(rehearse({ ...plan, groups: [...plan.groups, finish] }))).toBe(true);
    expect(isVeto(rehearse({ ...plan, groups: [...plan.groups.slice(0, -2), start] }))).toBe(false);
  });
});

describe('judging', () => {
  /** What was left gives nothing more. */
  const forgetful = wrapEngine(sqlite, () => ({
    resume: ({ given, how, go }) =>
      how.kind === 'take' && given.length > 0 ? { ...NOTHING, changes: null } : go(),
  }));

  it('notices rows that are missing when a statement goes on', async () => {
    const test = testOf(await planOf(`${QUERY_LEFT}-- dirt: finish a`));
    expect((await examine(test, sqlite)).finding).toBeNull();
    expect((await examine(test, forgetful)).finding).toMatchObject({
      judge: 'stepwise',
      signature: 'difference/stepwise/rows missing',
    });
  });

  it('shrinks statements that need not be left to whole ones', async () => {
    const plan = await planOf(
      `-- dirt: start b 1\nSELECT b FROM u;\n${QUERY_LEFT}-- dirt: advance a 1\n-- dirt: finish b\n-- dirt: finish a`,
    );
    const stillFails = async (candidate: Plan) =>
      (await examine(testOf(candidate), forgetful)).finding?.judge === 'stepwise';
    const { plan: minimal } = await shrink(plan, plan.groups.length - 1, { stillFails, goOn: () => true });
    const steps = minimal.groups.flatMap((group) => group.steps);
    expect(steps.map((step) => (step.do === 'run' ? (step.leftAfter ?? 'whole') : step.do))).toEqual([
      'whole',
      'whole',
      1,
      'resume',
    ]);
  });

  it('shows what ran on which connection, as columns', async () => {
    const plan = await planOf(`${QUERY_LEFT}-- dirt: connection 2\nDELETE FROM u;\n-- dirt: finish a`);
    const finding = { at: 6 } as never;
    const records = (await execute(testOf(plan), sqlite)).records;
    expect(interleavingOf({ plan, finding, outcomes: records })?.join('\n')).toBe(
      `   connection 1                        connection 2
   CREATE TABLE t (a)
   CREATE TABLE u (b)
   INSERT INTO t VALUES (1), (2), (3)
   INSERT INTO u VALUES (7)
   ┌ s4: SELECT a FROM t ORDER BY a
   │ s4                                DELETE FROM u
!  └ s4: finish`,
    );
  });
});

describe('plans of the profile openStatements', () => {
  const planIn = (index: number) =>
    planAt(
      {
        seed: 'left',
        statements: 60,
        profile: profiles.openStatements,
        properties: [],
        features: featureIds.filter(isInSqlite),
        abilities: sqlite.abilities,
      },
      index,
    );
  const plans = Array.from({ length: 25 }, (_, index) => planIn(index));

  it('leave statements open, survive being written and read, and are silent on SQLite', async () => {
    let left = 0;
    for (const planned of plans) {
      left += planned.steps.filter(({ part }) => part !== undefined).length;
      expect(decodePlan(encodePlan(planned.plan), 'it')).toEqual(planned.plan);
      expect((await examine(planned, sqlite, { opener: sqlite })).finding).toBeNull();
    }
    expect(left).toBeGreaterThan(150);
  });

  it.each([sqlite, turso])('do the same twice on $name', async (engine) => {
    for (const planned of plans.slice(0, 8)) {
      const twice = [await execute(planned, engine), await execute(planned, engine)];
      expect(nondeterminismOf(twice[0], twice[1])).toBeNull();
    }
  });
});
