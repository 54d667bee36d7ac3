// A worker that says what a test tells it to say.

import { Worker } from 'bullmq';
import { vi } from 'vitest';
import { packed } from '../../src/fleet/wire.ts';
import { PASSWORD, type Server } from './servers.ts';

export function scriptedWorker(server: Server) {
  const connection = { port: Number(new URL(server.url).port), password: PASSWORD };
  const worker = new Worker('dirt-work', null, { connection });
  return {
    does: async (done: object | string) => {
      const job = await vi.waitUntil(() => worker.getNextJob('scripted'), 30_000);
      await job.moveToCompleted(typeof done === 'string' ? done : packed(done), 'scripted', false);
      return job;
    },
    close: () => worker.close(),
  };
}
