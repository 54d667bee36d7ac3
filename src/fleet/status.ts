// What goes on in a queue: campaigns, their workers, and how much waits. A record that is damaged or forged hides nothing of the others.

import { DirtError } from '../errors.ts';
import { readProgress } from './messages.ts';
import type { FleetQueue } from './queue.ts';
import { type FleetProgress, type FleetStatus, progressRecord } from './records.ts';

export async function statusOf(queue: FleetQueue): Promise<FleetStatus> {
  const campaigns: FleetProgress[] = [];
  const damaged: string[] = [];
  for (const id of await queue.recordIds()) {
    const [, campaign] = /^(.+)\.progress$/.exec(id) ?? [];
    const text = campaign === undefined ? null : await queue.record(progressRecord(campaign));
    if (text === null) continue;
    try {
      campaigns.push(readProgress(text, campaign));
    } catch (error) {
      if (!(error instanceof DirtError)) throw error;
      damaged.push(`${id}: ${error.problem}`);
    }
  }
  return { place: queue.place, counts: await queue.counts(), campaigns, damaged };
}

/** Drivers wait for ever for a queue that is gone. */
const ANSWER_MS = 5_000;

/** Looks again and again, over one connection that is made when somebody asks for the first time. */
export class FleetWatch {
  readonly #open: () => Promise<FleetQueue>;
  #queue: Promise<FleetQueue> | null = null;

  constructor(open: () => Promise<FleetQueue>) {
    this.#open = open;
  }

  async look(): Promise<FleetStatus> {
    const queue = (this.#queue ??= this.#open());
    try {
      return await within(ANSWER_MS, queue.then(statusOf));
    } catch (error) {
      this.#queue = null;
      void queue.then(
        (each) => each.close(),
        () => {},
      );
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#queue?.then(
      (queue) => queue.close(),
      () => {},
    );
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue does not answer')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
