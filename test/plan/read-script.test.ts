import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../src/plan/plan.ts';
import { readScript } from '../../src/plan/read-script.ts';
import { isVeto } from '../../src/plan/rehearsal.ts';
import { rehearse } from '../../src/plan/rehearse.ts';
import { planOfScript } from '../../src/plan/script.ts';

async function read(sql: string) {
  const { plan, lost } = await readScript(planOfScript(sql, 1000));
  const steps = stepsOf(plan).map(({ step }) =>
    step.do === 'run' ? [step.statement.kind, step.expect] : step.do,
  );
  return { plan, lost, steps };
}

describe('a script as a test', () => {
  it('has statements as trees, with what the model expects of each', async () => {
    const { plan, lost, steps } = await read(`CREATE TABLE t(a UNIQUE);
      INSERT INTO T VALUES (1), (2);
      INSERT INTO t VALUES (1);
      -- dirt: reopen
      SELECT random() FROM t;
      EXPLAIN SELECT 1;
      SELECT * FROM t;`);
    expect(lost).toBeNull();
    expect(steps).toEqual([
      ['createTable', 'ok'],
      ['insert', 'ok'],
      ['insert', { refused: 'constraint', constraint: 'unique' }],
      'reopen',
      ['select', 'any'],
      ['raw', 'any'],
      ['select', 'ok'],
    ]);
    expect(isVeto(rehearse(plan))).toBe(false);
  });

  it('has an inspection where a report prints PRAGMA integrity_check, so that repro.sql is the test that it came from', async () => {
    const { steps } = await read(
      'CREATE TABLE t(a);\nPRAGMA integrity_check;\n-- dirt: ask sqlite\nPRAGMA integrity_check;',
    );
    expect(steps).toEqual([['createTable', 'ok'], 'inspect', 'inspect']);
  });

  it('is text from the first statement on that the model cannot follow, so that it says nothing wrong about the rest', async () => {
    const { lost, steps } = await read(
      'CREATE TABLE t(a); CREATE TEMP TABLE u(a); SELECT * FROM t; DROP TABLE t;',
    );
    expect(lost).toEqual({ sql: 'CREATE TEMP TABLE u(a)', reason: 'not read: a temporary table' });
    expect(steps).toEqual([
      ['createTable', 'ok'],
      ['raw', 'any'],
      ['raw', 'any'],
      ['raw', 'any'],
    ]);
  });

  it('has no fault after that, because nobody could say what must be left of it', async () => {
    await expect(read('CREATE TEMP TABLE u(a);\n-- dirt: reopen\nSELECT 1;')).rejects.toThrow(/no fault/);
  });
});
