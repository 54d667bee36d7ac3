// The threads that run plans: how one is started, and whether it still gives signs of life.

import { Worker } from 'node:worker_threads';
import type { Heartbeat } from './heartbeat.ts';
import type { WorkerData } from './messages.ts';
import type { CampaignSettings } from './settings.ts';
import { WORKER_LIMITS } from './tuning.ts';

export const STUCK_MS = 60_000;

export function startWorker(settings: CampaignSettings, heartbeat: Heartbeat): Worker {
  const data: WorkerData = { settings, heartbeat: heartbeat.cells };
  const file = new URL(`./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
  return new Worker(file, { workerData: data, resourceLimits: WORKER_LIMITS });
}

export class Pulse {
  readonly #heartbeat: Heartbeat;
  readonly #stuckMs: number;
  #beats: number;
  #changedAt: number;

  constructor(heartbeat: Heartbeat, stuckMs: number, now: number) {
    this.#heartbeat = heartbeat;
    this.#stuckMs = stuckMs;
    this.#beats = heartbeat.beats;
    this.#changedAt = now;
  }

  /** Work begins; how long it was waited for does not count. */
  begin(now: number): void {
    this.#beats = this.#heartbeat.beats;
    this.#changedAt = now;
  }

  /** Has its heartbeat stood still for too long? To be asked again and again. */
  isStuckAt(now: number): boolean {
    const { beats } = this.#heartbeat;
    if (beats !== this.#beats) {
      this.#beats = beats;
      this.#changedAt = now;
    }
    return now - this.#changedAt > this.limitMs;
  }

  /** How long it may stand still with what the worker does now. */
  get limitMs(): number {
    return this.#stuckMs * this.#heartbeat.patience;
  }
}
