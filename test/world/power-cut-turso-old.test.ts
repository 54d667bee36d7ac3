// An older Turso on the simulated disk: a build that is known to survive power cuts does so here.

import { expect, test } from 'vitest';
import { loadTurso } from '../../src/engines/turso/turso.ts';
import { powerCutSuite } from './power-cut-suite.ts';

const CUTS = 300;

test('turso 0.5.3 loses nothing that was acknowledged', async () => {
  const options = { cuts: CUTS, journalMode: 'wal', start: 'checkpointed', seed: '1' } as const;
  const report = await powerCutSuite(await loadTurso('0.5.3'), options);
  expect(report.failures).toEqual([]);
  expect(report.survived).toBe(CUTS);
  expect(report.inside).toBeGreaterThan(CUTS * 0.75);
});
