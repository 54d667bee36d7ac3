import { expect, it } from 'vitest';
import { commentedScript, describeVote } from '../../src/find/describe.ts';
import { planOfScript } from '../../src/plan/script.ts';
import type { Finding } from '../../src/run/finding.ts';

const damaged: Finding = {
  kind: 'corruption',
  judge: 'sqliteOpensIt',
  property: 'interaction',
  at: 1,
  signature: 'corruption/sqliteOpensIt/row # missing from index …',
  message: 'integrity_check says: row 1 missing from index i0',
  look: 'PRAGMA integrity_check',
};

it('what only SQLite sees in the file is asked of SQLite by the script of the report, and not of the engine', () => {
  const plan = planOfScript('CREATE TABLE t0 (c0);\n-- dirt: reopen', 1000);
  const script = commentedScript({ plan, finding: damaged, outcomes: [] });
  expect(planOfScript(script, 1000).groups[0].steps.at(-1)).toEqual({
    do: 'askSqlite',
    sql: 'PRAGMA integrity_check',
  });
});

it('whatever a script says beside its statements is a comment, every line of it, so that the script runs', () => {
  const plan = planOfScript('SELECT 1', 1000);
  const finding: Finding = {
    ...damaged,
    judge: 'noPanic',
    look: undefined,
    at: 0,
    message: 'first\nsecond\nthird',
  };
  const rows = { kind: 'rows', rows: [['a\nb']], changes: 0 } as const;
  const script = commentedScript({ plan, finding, outcomes: [{ at: 0, outcome: rows }] });
  expect(script).toContain('--   first\n--   second\n--   third');
  expect(planOfScript(script, 1000).groups[0].steps).toHaveLength(1);
});

it('rows that differ far behind are shown, so that expected and actual never look the same', () => {
  const rows = Array.from({ length: 20 }, (_, i) => [BigInt(i)]);
  const finding: Finding = {
    ...damaged,
    kind: 'difference',
    judge: 'model',
    look: undefined,
    at: 0,
    expected: { kind: 'rows', rows },
    actual: { kind: 'rows', rows: rows.map(([i]) => [i === 15n ? -0 : i]) },
  };
  const script = commentedScript({ plan: planOfScript('SELECT 1', 1000), finding, outcomes: [] });
  expect(script).toContain('--     … 15 rows that are the same\n--     15\n');
  expect(script).toContain('--     … 15 rows that are the same\n--     -0.0\n');
});

it('a report claims the word of the model only where the model has one', () => {
  const vote = { kind: 'difference', outvoted: 'engine', arbiter: 'sqlite@3.50.4' } as const;
  expect(describeVote({ ...vote, signature: 'difference/model/rows missing' })).toBe(
    'the engine is outvoted: sqlite@3.50.4 and the model agree with each other',
  );
  expect(describeVote({ ...vote, signature: 'difference/reference/rows missing' })).toBe(
    'the engine is outvoted by sqlite@3.50.4; the model does not know the answer',
  );
});
