import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { sqlite } from '../../src/engines/sqlite/sqlite.ts';
import { testOf } from '../../src/plan/rehearsal.ts';
import { planOfScript } from '../../src/plan/script.ts';
import { judgeFully } from '../../src/run/judge-fully.ts';
import { whoIsOutvoted } from '../../src/run/outvote.ts';
import { refereeWith } from '../../src/run/referee.ts';
import { mutantOf } from '../mutants/mutant.ts';

const hanging = mutantOf(sqlite, {
  name: 'a hang on LIKE',
  lie: (outcome, sql) => (sql.includes(' LIKE ') ? { kind: 'fuel' } : outcome),
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
      rewrite: (sql) => sql.replace("'a' LIKE 'A'", SLOW),
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

describe('who is outvoted', () => {
  it('is the engine when the arbiter passes the plan, and is not the model when it is too much for the arbiter', async () => {
    expect(await whoIsOutvoted(plan, refereeWith())).toBe('engine');
    expect(await whoIsOutvoted(plan, refereeWith(hanging))).toBe('unconfirmed');
    expect(await whoIsOutvoted(plan, refereeWith(null))).toBe('engine');
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
