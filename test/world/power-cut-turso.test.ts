// Turso on the simulated disk: a build that is known to lose commits is caught.

import { expect, test } from 'vitest';
import { loadTurso } from '../../src/engines/turso/turso.ts';
import { sized } from '../size.ts';
import { powerCutSuite, type SuiteOptions } from './power-cut-suite.ts';

const CUTS = sized(100, 300);
const OPTIONS: SuiteOptions = { cuts: CUTS, journalMode: 'wal', start: 'checkpointed', seed: '1' };

test('turso 0.7.2 loses commits, and only with writes that were not synced', async () => {
  const report = await powerCutSuite(await loadTurso('0.7.2'), OPTIONS);
  expect(report.failures.some((failure) => failure.kind === 'lostCommit')).toBe(true);
  expect(report.failures.filter((failure) => failure.unsynced === 'keep')).toEqual([]);
});
