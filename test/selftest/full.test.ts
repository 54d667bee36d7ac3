// All planted bugs, live: `dirt selftest` as it is, and whether docs/oracles.json is still what comes out of it.

import { expect, it } from 'vitest';
import { mutants } from '../../src/selftest/mutants/index.ts';
import { recorded } from '../docs/oracles.ts';
import { startDirt } from '../e2e/dirt.ts';

it('every planted bug is seen, every oracle bites, and nothing fires where nothing is planted', async () => {
  const { status, out, error } = await startDirt(['selftest', '--json', '--budget', '15m']).ended;
  const events = `${out}${error}`
    .trim()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const summary = events.at(-1);
  expect(summary).toMatchObject({ event: 'summary', ok: true, complaints: [], survivors: [], untried: [] });
  expect(summary.killed).toBe(mutants.length);
  expect(status).toBe(0);
  const kills = new Map(events.map(({ mutant, kills }) => [mutant, kills]));
  for (const trial of recorded().trials) expect(kills.get(trial.mutant), trial.mutant).toEqual(trial.kills);
});
