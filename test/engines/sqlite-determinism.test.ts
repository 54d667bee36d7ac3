import { expect, test } from 'vitest';
import { sqlite as engine } from '../../src/engines/sqlite/sqlite.ts';
import { fingerprint } from '../world/determinism-workload.ts';
import { fingerprintInAnotherProcess } from '../world/in-another-process.ts';

test.each(['wal', 'delete'] as const)(
  'two processes do the same in %s mode, to the byte',
  async (journalMode) => {
    const spec = { journalMode, seed: 'same' };
    const [one, other] = await Promise.all([
      fingerprintInAnotherProcess('sqlite', spec),
      fingerprintInAnotherProcess('sqlite', spec),
    ]);
    expect(other).toEqual(one);
    // This process has a history, and so has its memory.
    for (const seed of ['a', 'b', 'c']) await fingerprint(engine, { journalMode, seed, pageSize: 512 });
    expect(await fingerprint(engine, spec)).toEqual(one);
  },
);

test('another seed gives other values, bytes and times', async () => {
  const [one, other] = [await fingerprint(engine, { seed: '1' }), await fingerprint(engine, { seed: '2' })];
  expect(other.contents).not.toBe(one.contents);
  expect(other.trace).not.toBe(one.trace);
  expect(other.outcomes).not.toEqual(one.outcomes);
  expect(one.outcomes.filter((line) => line.startsWith('refused'))).toHaveLength(6);
});
