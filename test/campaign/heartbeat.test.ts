import { expect, test } from 'vitest';
import { Heartbeat } from '../../src/campaign/heartbeat.ts';

test('supervisor and worker see through shared cells what the other notes', () => {
  const supervisor = new Heartbeat();
  const worker = new Heartbeat(supervisor.cells);
  expect(supervisor).toMatchObject({ beats: 0, step: 0, patience: 1, isStopped: false });
  worker.beat(-1);
  worker.beat(7);
  worker.patience = 20;
  expect(supervisor).toMatchObject({ beats: 2, step: 7, patience: 20 });
  supervisor.stop();
  expect(worker.isStopped).toBe(true);
});
