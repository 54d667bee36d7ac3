// A stopwatch that measures real time.

import { performance } from 'node:perf_hooks';
import type { Stopwatch } from '../run/index.ts';

export class EngineTime implements Stopwatch {
  milliseconds = 0;
  #started = 0;

  start(): void {
    this.#started = performance.now();
  }

  stop(): void {
    this.milliseconds += performance.now() - this.#started;
  }
}
