import { expect, test } from 'vitest';
import { shrink } from '../../../src/find/shrink/shrink.ts';
import { planOfScript } from '../../../src/plan/script.ts';
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
