// Who coordinates a campaign: one process at a time, or results would be taken by one that the other waits for. Its sign of life is a text
// in the queue that changes; what counts is that it changes, not when, because clocks of machines differ.

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { DirtError } from '../errors.ts';
import { isAlive } from '../files/index.ts';
import { shortened } from '../json/index.ts';
import { pause } from './pause.ts';
import type { FleetQueue } from './queue.ts';
import { leaseRecord } from './records.ts';

/** Who does not change it for so long is gone. */
const LEASE_MS = 30_000;
const BEAT_MS = 5_000;
const LOOK_MS = 500;

export class Lease {
  readonly #id: string;
  readonly #campaign: string;
  readonly #queue: FleetQueue;
  readonly #own = `${hostname()} ${pid} ${randomBytes(6).toString('hex')}`;
  #beats = 0;
  #lastBeat = 0;

  constructor(queue: FleetQueue, campaign: string) {
    this.#queue = queue;
    this.#campaign = campaign;
    this.#id = leaseRecord(campaign);
  }

  /** Waits for a sign of life of whoever has it; throws if there is one. */
  async take(say: (line: string) => void): Promise<void> {
    for (;;) {
      await this.#queue.addRecord(this.#id, this.#own);
      const holder = (await this.#queue.record(this.#id)) ?? '';
      if (holder.startsWith(this.#own)) return;
      if (!isGone(holder)) {
        say(`campaign ${this.#campaign} has a coordinator; waiting for a sign of life of it`);
        if (await this.#changes(holder)) throw this.#two(holder);
      }
      await this.#queue.removeRecord(this.#id);
    }
  }

  /** A sign of life, now and then; throws if somebody else has it. */
  async beat(): Promise<void> {
    const now = performance.now();
    if (now - this.#lastBeat < BEAT_MS) return;
    this.#lastBeat = now;
    const holder = await this.#queue.record(this.#id);
    if (holder !== null && !holder.startsWith(this.#own)) throw this.#two(holder);
    await this.#queue.putRecord(this.#id, `${this.#own} ${++this.#beats}`);
  }

  async leave(): Promise<void> {
    await this.#queue.removeRecord(this.#id);
  }

  async #changes(holder: string): Promise<boolean> {
    for (let waited = 0; waited < LEASE_MS; waited += LOOK_MS) {
      await pause(LOOK_MS);
      const now = await this.#queue.record(this.#id);
      if (now === null) return false;
      if (now !== holder) return true;
    }
    return false;
  }

  #two(holder: string): DirtError {
    const [host = '', process = ''] = holder.split(' ');
    return secondCoordinator(this.#campaign, shortened(process), `on ${shortened(host)}`);
  }
}

export function secondCoordinator(campaign: string, process: string, where: string): DirtError {
  return new DirtError(
    'DIRT_FLEET_COORDINATOR',
    `campaign ${campaign} has another coordinator, process ${process} ${where}`,
    'leave it to that one, or end it and run the same command again',
  );
}

/** A process of this machine that has ended. */
function isGone(holder: string): boolean {
  const [host, process] = holder.split(' ');
  return host === hostname() && /^\d{1,10}$/.test(process ?? '') && !isAlive(Number(process));
}
