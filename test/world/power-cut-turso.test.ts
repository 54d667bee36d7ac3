// Turso on the simulated disk: a build that is known to survive power cuts does so here, and one that is known to lose
// commits is caught.

import { expect, test } from 'vitest';
import { loadTurso } from '../../src/engines/turso/turso.ts';
import { powerCutSuite, type SuiteOptions } from './power-cut-suite.ts';

const CUTS = 300;
const OPTIONS: SuiteOptions = { cuts: CUTS, journalMode: 'wal', start: 'checkpointed', seed: '1' };

test('turso 0.5.3 loses nothing that was acknowledged', async () => {
  const report = await powerCutSuite(await loadTurso('0.5.3'), OPTIONS);
  expect(report.failures).toEqual([]);
  expect(report.survived).toBe(CUTS);
  expect(report.inside).toBeGreaterThan(CUTS * 0.75);
});

test('turso 0.7.2 loses commits, and only with writes that were not synced', async () => {
  const report = await powerCutSuite(await loadTurso('0.7.2'), OPTIONS);
  expect(report.failures.some((failure) => failure.kind === 'lostCommit')).toBe(true);
  expect(report.failures.filter((failure) => failure.unsynced === 'keep')).toEqual([]);
});
