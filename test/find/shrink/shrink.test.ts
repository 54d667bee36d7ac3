import { expect, test } from 'vitest';
import { shrink } from '../../../src/find/shrink/shrink.ts';
import { planOfScript } from '../../../src/plan/script.ts';
import { sqlOf } from '../../../src/plan/test-step.ts';
import { DEFAULT_FUEL } from '../../../src/planning/limits.ts';

test('an interrupt is heard while candidates run on an engine that never waits', async () => {
  const tables = Array.from({ length: 30 }, (_, i) => `CREATE TABLE t${i} (a);`);
  let interrupted = false;
  setTimeout(() => {
    interrupted = true;
  }, 1);
  const plan = planOfScript(tables.join('\n'), DEFAULT_FUEL);
  const { finished } = await shrink(plan, 29, {
    stillFails: async () => {
      const until = performance.now() + 1;
      while (performance.now() < until) {}
      return false;
    },
    goOn: () => !interrupted,
  });
  expect(finished).toBe(false);
});

test('a candidate that another pass has tried is not run again', async () => {
  const plan = planOfScript('CREATE TABLE t0 (a);\nCREATE TABLE t1 (a);\nCREATE TABLE t2 (a);', DEFAULT_FUEL);
  const tried: string[] = [];
  const { candidates } = await shrink(plan, 2, {
    stillFails: async (candidate) => {
      const sql = sqlOf(candidate).join('; ');
      tried.push(sql);
      return sql.includes('t0 ') && sql.includes('t2 ');
    },
    goOn: () => true,
  });
  expect(candidates).toBe(tried.length);
  const failed = tried.filter((sql) => !(sql.includes('t0 ') && sql.includes('t2 ')));
  expect(new Set(failed).size).toBe(failed.length);
});
