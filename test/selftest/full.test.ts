// All planted bugs, live: `dirt selftest` as it is.

import { expect, it } from 'vitest';
import { mutants } from '../../src/selftest/mutants/index.ts';
import { startDirt } from '../e2e/dirt.ts';

it('every planted bug is seen, every oracle bites, and nothing fires where nothing is planted', async () => {
  const { status, out, error } = await startDirt(['selftest', '--json', '--budget', '15m']).ended;
  const summary = JSON.parse(out.trim().split('\n').at(-1) ?? error);
  expect(summary).toMatchObject({ event: 'summary', ok: true, complaints: [], survivors: [], untried: [] });
  expect(summary.killed).toBe(mutants.length);
  expect(status).toBe(0);
});
