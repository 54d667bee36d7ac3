import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { titleOf } from '../../src/engines/spec.ts';
import { newestSqlite, sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { withFuel } from '../../src/plan/plan.ts';
import { testOf } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { confirmingFuel } from '../../src/planning/limits.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { voteOn } from '../../src/run/outvote.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { mutantOf } from '../mutants/mutant.ts';

const hanging = mutantOf(sqlite, {
  name: 'a hang on LIKE',
  lie: (outcome, sql) => (sql.includes(' LIKE ') ? { kind: 'fuel' } : outcome),
});
const panicking = mutantOf(sqlite, {
  name: 'a panic on LIKE',
  lie: (outcome, sql) => (sql.includes(' LIKE ') ? { kind: 'panic', message: 'oh', location: '' } : outcome),
});
const lying = mutantOf(sqlite, { name: 'no LIKE', rewrite: (sql) => sql.replace(' LIKE ', ' = ') });

/** Takes SQLite more than the fuel of the plan, and less than ten times as much. */
const SLOW = `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT count(*) FROM n)`;

const plan = planOfScript("SELECT 1; SELECT 'a' LIKE 'A'; SELECT 2", 1_000_000);

const verdictOf = (engine: Engine, reference: Engine, doublecheck = false) =>
  judgeFully(testOf(plan), engine, { referee: refereeWith(reference), doublecheck });

describe('a hang', () => {
  it('is a finding when the reference comes to an end', async () => {
    expect((await verdictOf(hanging, sqlite)).finding).toMatchObject({ kind: 'hang', at: 1 });
  });

  it('is none when the statement is too much for the reference as well', async () => {
    expect(await verdictOf(hanging, hanging)).toMatchObject({ finding: null, modelIsWrong: null });
  });

  it('is tried again with ten times the fuel, and is none if that is enough, unless nobody wants to know', async () => {
    const slow = mutantOf(sqlite, {
      name: 'a slow LIKE',
      rewrite: (sql) => sql.replace("'a' LIKE 'A'", `${SLOW} = 200000`),
    });
    const verdict = (triesAgain: boolean) =>
      judgeFully(testOf(plan), slow, {
        referee: refereeWith(null),
        doublecheck: false,
        triesAgain: () => triesAgain,
      });
    expect((await verdict(true)).finding).toBeNull();
    expect((await verdict(false)).finding).toMatchObject({ kind: 'hang', at: 1 });
  });
});

describe('a statement that comes to an end with ten times the fuel', () => {
  const modelled = planOfScript("SELECT 1; SELECT 'a' LIKE 'A'; CREATE TABLE t (a); SELECT 2", 1_000_000);
  const verdict = (engine: Engine, reference: Engine | null) =>
    judgeFully(testOf(modelled), engine, { referee: refereeWith(reference), doublecheck: true });

  it('and is wrong then is a wrong answer', async () => {
    const wrong = mutantOf(sqlite, {
      name: 'late and wrong',
      rewrite: (sql) => sql.replace("'a' LIKE 'A'", SLOW),
    });
    const { finding, needsMoreFuel } = await verdict(wrong, sqlite);
    expect(finding).toMatchObject({ kind: 'difference', at: 1 });
    expect(needsMoreFuel).toBe(true);
  });

  it('does not hide what comes after it, and the plan with that fuel shows it again', async () => {
    const engine = mutantOf(sqlite, {
      name: 'slow, right, and wrong later',
      rewrite: (sql) => (sql === 'SELECT 2' ? 'SELECT 3' : sql.replace("'a' LIKE 'A'", `${SLOW} = 200000`)),
    });
    const { finding, needsMoreFuel, trace } = await verdict(engine, sqlite);
    expect(finding).toMatchObject({ kind: 'difference', at: 3 });
    expect(needsMoreFuel).toBe(true);
    expect(trace.records.filter(({ test }) => test !== undefined)).toHaveLength(4);
    const stored = withFuel(modelled, confirmingFuel);
    const again = await judgeFully(testOf(stored), engine, { referee: refereeWith(), doublecheck: false });
    expect(again.finding?.signature).toBe(finding?.signature);
    expect(again.needsMoreFuel).toBe(false);
  });

  it('is no finding if all is right in the end', async () => {
    const right = mutantOf(sqlite, {
      name: 'slow and right',
      rewrite: (sql) => sql.replace("'a' LIKE 'A'", `${SLOW} = 200000`),
    });
    expect(await verdict(right, sqlite)).toMatchObject({ finding: null, modelIsWrong: null });
  });
});

describe('who is outvoted', () => {
  it('is the engine when the reference passes the plan, and is not the model when it is too much for the reference', async () => {
    expect(await voteOn(plan, refereeWith())).toEqual({ outvoted: 'engine', arbiter: titleOf(sqlite) });
    expect((await voteOn(plan, { ...refereeWith(hanging), third: null })).outvoted).toBe('unconfirmed');
  });

  it('is unknown when nobody is to be asked', async () => {
    expect(await voteOn(plan, refereeWith(null))).toEqual({ outvoted: 'unconfirmed' });
  });

  it('is the engine when the reference has the same bug and SQLite has not', async () => {
    const other = { ...panicking, name: 'other', version: '1' };
    expect(await voteOn(plan, refereeWith(other))).toEqual({ outvoted: 'engine', arbiter: titleOf(sqlite) });
  });
});

describe('a reference that is wrong', () => {
  const other: Engine = { ...panicking, name: 'other', version: '1' };

  it('is told from a model that is wrong by SQLite, which is compared with in its place', async () => {
    const { finding, modelIsWrong, referenceIsWrong } = await verdictOf(lying, other);
    expect(modelIsWrong).toBeNull();
    expect(referenceIsWrong).toMatchObject({ kind: 'panic', at: 1 });
    expect(finding).toMatchObject({ kind: 'difference', judge: 'reference', at: 1 });
    expect(finding?.message).toContain(titleOf(sqlite));
  });

  it('is not said to be wrong when it is right', async () => {
    const sound = { ...mutantOf(sqlite, { name: 'none' }), name: 'other', version: '1' };
    const { finding, referenceIsWrong } = await verdictOf(lying, sound);
    expect(referenceIsWrong).toBeNull();
    expect(finding?.message).toContain('other@1');
  });
});

describe('the reference', () => {
  it('contradicts an engine where the model has nothing to say', async () => {
    expect((await verdictOf(lying, sqlite)).finding).toMatchObject({
      kind: 'difference',
      judge: 'reference',
      at: 1,
    });
  });

  it('is silent about an engine that agrees with it', async () => {
    expect(await verdictOf(sqlite, sqlite, true)).toMatchObject({ finding: null, modelIsWrong: null });
  });
});

describe('two SQLites', () => {
  const disagreement = `undetermined: sqlite@${sqlite.version} and sqlite@${newestSqlite.version} disagree`;
  const lies = (...sqls: string[]) =>
    mutantOf(sqlite, {
      name: 'lies',
      lie: (outcome, sql) => (sqls.includes(sql) ? { kind: 'rows', rows: [[7n]], changes: 0 } : outcome),
    });
  /** Still called SQLite, as one with a bug of its own would be. */
  const asSqlite = (engine: Engine): Engine => ({ ...engine, name: 'sqlite' });
  const judgedBy = (script: string, engine: Engine, reference: Engine) =>
    judgeFully(testOf(planOfScript(script, 1_000_000)), engine, {
      referee: refereeWith(reference),
      doublecheck: false,
    });

  it('that disagree hold nothing against an engine, whichever of them is the reference', async () => {
    expect(await verdictOf(sqlite, asSqlite(lying))).toMatchObject({
      finding: null,
      tolerated: { [disagreement]: 1 },
    });
    const newestLies = mutantOf(newestSqlite, {
      name: 'newest',
      rewrite: (sql) => sql.replace(' LIKE ', ' = '),
    });
    expect((await verdictOf(sqlite, asSqlite(newestLies))).finding).toBeNull();
  });

  it('that disagree about one step still convict together at another', async () => {
    const script = "SELECT 'a' LIKE 'A'; SELECT 'b' LIKE 'B'; SELECT 'c' LIKE 'C'";
    const [first, second, third] = script.split('; ');
    const verdict = await judgedBy(script, lies(first, third), asSqlite(lies(second)));
    // The engine is wrong at the first step; the reference alone is wrong at the second.
    expect(verdict.finding).toMatchObject({ kind: 'difference', judge: 'reference', at: 0 });
    const later = await judgedBy(script, lies(third), asSqlite(lies(second)));
    expect(later.finding).toMatchObject({ kind: 'difference', judge: 'reference', at: 2 });
    expect(later.tolerated).toMatchObject({ [disagreement]: 1 });
  });

  it('are not both asked when the reference is another engine', async () => {
    const other = { ...lying, name: 'other' };
    expect((await verdictOf(sqlite, other)).finding).toMatchObject({ judge: 'reference', at: 1 });
  });

  it('disagree about what a version changed, and the engine of either version passes', async () => {
    // 3.50 writes a real with 15 digits, newer ones with as many as it needs.
    const script = 'SELECT CAST(0.1 + 0.2 AS TEXT)';
    expect((await judgedBy(script, newestSqlite, sqlite)).finding).toBeNull();
    expect((await judgedBy(script, sqlite, newestSqlite)).finding).toBeNull();
    expect((await judgedBy(script, sqlite, { ...newestSqlite, name: 'other' })).finding).not.toBeNull();
  });
});

describe('a second run', () => {
  it('notices an engine that does not do the same twice', async () => {
    let count = 0n;
    const moody = mutantOf(sqlite, {
      name: 'a counter',
      lie: (outcome, sql) => (sql === 'SELECT 2' ? { kind: 'rows', rows: [[count++]], changes: 0 } : outcome),
    });
    const { finding } = await judgeFully(testOf(plan), moody, {
      referee: refereeWith(null),
      doublecheck: true,
    });
    expect(finding).toMatchObject({ kind: 'nondeterminism', at: 2 });
  });
});
