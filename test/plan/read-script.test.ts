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

  it('forgets only what a statement touches that has no tree, and goes on with the rest', async () => {
    const { plan, lost, steps } = await read(`CREATE TABLE t(a); CREATE TABLE u(a); INSERT INTO t VALUES (1);
      CREATE TEMP TABLE v(a);
      INSERT INTO v SELECT a FROM t;
      SELECT * FROM t, v;
      SELECT a FROM t;
      WITH RECURSIVE c AS (SELECT 1) DELETE FROM t WHERE a IN c;
      INSERT INTO u VALUES (2);
      -- dirt: reopen
      SELECT * FROM t;
      SELECT * FROM u;
      DROP TABLE v;
      SELECT * FROM u`);
    expect(lost).toBeNull();
    expect(steps.slice(3)).toEqual([
      ['raw', 'any'],
      ['insert', 'any'],
      ['select', 'any'],
      ['select', 'ok'],
      ['raw', 'any'],
      ['insert', 'ok'],
      'reopen',
      ['select', 'any'],
      ['select', 'ok'],
      ['drop', 'any'],
      ['select', 'ok'],
    ]);
    expect(isVeto(rehearse(plan))).toBe(false);
  });

  it('forgets what a trigger that has no tree may write, and what a foreign key that has none may delete', async () => {
    const { lost, steps } = await read(`CREATE TABLE t(a); CREATE TABLE u(a);
      CREATE TEMP TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO u VALUES (new.a); END;
      INSERT INTO t VALUES (1);
      SELECT * FROM u;
      DROP TRIGGER g;`);
    expect(lost).toBeNull();
    expect(steps.slice(2)).toEqual([
      ['raw', 'any'],
      ['insert', 'any'],
      ['select', 'any'],
      ['drop', 'any'],
    ]);
  });

  it('takes a word in double quotes for a text where there is no such column, because some engines do', async () => {
    const { steps } = await read('CREATE TABLE t(a); SELECT "a" FROM t; SELECT "b" FROM t; SELECT b FROM t');
    expect(steps.slice(1)).toEqual([
      ['select', 'ok'],
      ['raw', 'any'],
      ['select', { refused: 'other' }],
    ]);
  });

  it('judges nobody after a write of which SQL does not say what it stores', async () => {
    const { plan, lost, steps } = await read(
      'CREATE TABLE t(a); INSERT INTO t SELECT random(); SELECT * FROM t; SELECT 1;',
    );
    expect(lost).toMatchObject({ sql: 'INSERT INTO t SELECT random()', isOpen: true });
    expect(steps.slice(1)).toEqual([
      ['raw', 'any'],
      ['raw', 'any'],
      ['raw', 'any'],
    ]);
    const test = rehearse(plan);
    if (isVeto(test)) expect.fail(test.veto);
    expect(test.steps.map(({ prediction }) => prediction?.kind).slice(1)).toEqual([
      'undetermined',
      'undetermined',
      'undetermined',
    ]);
  });

  it('goes on with trees where the model knows nothing any more, so that the reference judges and shrinking works', async () => {
    const { lost, steps } = await read('CREATE TABLE t(a); DELETE FROM sqlite_sequence; SELECT a FROM t;');
    expect(lost).toMatchObject({
      sql: 'DELETE FROM sqlite_sequence',
      reason: 'sqlite_sequence',
      isOpen: false,
    });
    expect(steps.slice(1)).toEqual([
      ['raw', 'any'],
      ['select', 'any'],
    ]);
  });

  it('says where a statement is no SQL', async () => {
    const { lost } = await read('CREATE TABLE t(a);\nSELECT a,\nFROM t;');
    expect(lost?.reason).toMatch(/^line 2, column 1: near "FROM" is not expected/);
  });

  it('has no fault where the model knows nothing any more, because nobody could say what must be left of it', async () => {
    await expect(read('DELETE FROM sqlite_sequence;\n-- dirt: reopen\nSELECT 1;')).rejects.toThrow(
      /no fault/,
    );
  });

  it('is no longer followed by the model after a pragma that changes what statements do', async () => {
    const { lost, steps } = await read(
      'CREATE TABLE t(a); PRAGMA busy_timeout = 9; PRAGMA recursive_triggers = ON; INSERT INTO t VALUES (1);',
    );
    expect(lost).toMatchObject({ sql: 'PRAGMA recursive_triggers = ON' });
    expect(steps.map((step) => step[1])).toEqual(['ok', 'any', 'any', 'any']);
  });

  it('is followed after a column that is there twice, which no engine takes', async () => {
    const { lost, steps } = await read(
      'CREATE TABLE t(a, a); CREATE TABLE u(a); -- dirt: reopen\nSELECT a FROM u;',
    );
    expect(lost).toBeNull();
    expect(steps.at(-1)).toEqual(['select', 'ok']);
  });

  it('refuses no name that SQLite finds: an alias in ON, and a column of a table that USING joins with itself', async () => {
    const { steps } = await read(`CREATE TABLE t(a, b); CREATE TABLE u(z);
      SELECT (+a) AS c FROM t LEFT JOIN u ON z = c;
      SELECT * FROM t JOIN t USING (a, b) WHERE (SELECT t.a FROM t AS x GROUP BY b);
      SELECT (+a) AS c FROM t LEFT JOIN u ON z = d;`);
    expect(steps.slice(2).map((step) => step[1])).toEqual(['any', 'any', { refused: 'other' }]);
  });

  it('is not followed into views that read themselves through each other', async () => {
    const { lost } = await read(
      'CREATE VIEW v AS SELECT * FROM w; CREATE VIEW w AS SELECT * FROM v; SELECT * FROM v;',
    );
    expect(lost?.sql).toBe('CREATE VIEW w AS SELECT * FROM v');
  });

  it('leaves to the reference what it does not know of row values, and of texts that are columns', async () => {
    const { steps } = await read(`CREATE TABLE t(a, b);
      SELECT (1, 2) IN ((3, 4), (1, 2)), CASE (a, b) WHEN (1, 2) THEN 3 END FROM t;
      SELECT (1, (2, 3)) IS (1, (2, 3));
      SELECT (1, 2) IN (3, (1, 2));
      ANALYZE main;
      CREATE INDEX i ON t('a');
      CREATE TABLE u(a, PRIMARY KEY ('a'));`);
    expect(steps.slice(1).map((step) => step[1])).toEqual([
      'any',
      'any',
      { refused: 'other' },
      'any',
      'any',
      'any',
    ]);
  });
});
