import { expect, it } from 'vitest';
import { filledPlan } from '../../../src/find/shrink/fill-tables.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import { readScript } from '../../../src/plan/read-script.ts';
import { planOfScript } from '../../../src/plan/script.ts';
import { sqlOf } from '../../../src/plan/test-step.ts';

async function filled(...sql: string[]): Promise<string[] | null> {
  const { plan } = await readScript(planOfScript(`${sql.join(';\n')};`, 100_000));
  const made: Plan | null = filledPlan(plan);
  return made === null ? null : sqlOf(made);
}

it('what made the rows of tables is gone, and the rows, the schema and the last statement are as they were', async () => {
  const made = await filled(
    'CREATE TABLE t (a INTEGER, b AS (a + 1), c TEXT)',
    'CREATE TABLE u (d)',
    "INSERT INTO t VALUES (1, 'x'), (2, NULL)",
    'BEGIN',
    'UPDATE t SET a = a + 10 WHERE a = 2',
    'SELECT * FROM t',
    'COMMIT',
    'CREATE INDEX i ON t (a)',
    "INSERT INTO t VALUES (7, x'00')",
    'DELETE FROM t WHERE a = 1',
    'SELECT a FROM t',
  );
  expect(made).toEqual([
    'CREATE TABLE t (a INTEGER, b GENERATED ALWAYS AS (a + 1) VIRTUAL, c TEXT)',
    'CREATE TABLE u (d)',
    'CREATE INDEX i ON t (a)',
    "INSERT INTO t (a, c) VALUES (12, NULL), (7, x'00')",
    'SELECT a FROM t',
  ]);
});

it('triggers do not fire while tables are filled', async () => {
  const made = await filled(
    'CREATE TABLE t (a)',
    'INSERT INTO t VALUES (1)',
    'UPDATE t SET a = 2',
    'CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END',
    'UPDATE t SET a = 3',
    'DELETE FROM t',
  );
  expect(made).toEqual([
    'CREATE TABLE t (a)',
    'INSERT INTO t VALUES (3)',
    'CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END',
    'DELETE FROM t',
  ]);
});

it('nothing is proposed where it would not be shorter', async () => {
  expect(await filled('CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)', 'SELECT a FROM t')).toBeNull();
});
