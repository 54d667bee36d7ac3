import { expect, test } from 'vitest';
import { fingerprint } from '../world/determinism-workload.ts';
import { fingerprintInAnotherProcess } from '../world/in-another-process.ts';
import { turso, WASM_VERSIONS } from './turso-versions.ts';

test.each(WASM_VERSIONS)('two processes do the same with turso %s, to the byte', async (version) => {
  const engine = await turso(version);
  const spec = { seed: 'same' };
  const [one, other] = await Promise.all([
    fingerprintInAnotherProcess(`turso@${version}`, spec),
    fingerprintInAnotherProcess(`turso@${version}`, spec),
  ]);
  expect(other).toEqual(one);
  for (const seed of ['a', 'b']) await fingerprint(engine, { seed, pageSize: 512 });
  expect(await fingerprint(engine, spec)).toEqual(one);
});

test('another seed gives other values, bytes and times', async () => {
  const engine = await turso();
  const [one, other] = [await fingerprint(engine, { seed: '1' }), await fingerprint(engine, { seed: '2' })];
  expect(other.contents).not.toBe(one.contents);
  expect(other.trace).not.toBe(one.trace);
  expect(other.outcomes).not.toEqual(one.outcomes);
  expect(one.outcomes.filter((line) => line.startsWith('refused'))).toHaveLength(6);
});
