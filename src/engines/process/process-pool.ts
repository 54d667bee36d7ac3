// The processes of one engine. One that can open a database again after closing another serves many boots; one that panicked, hung,
// was killed or misbehaved is replaced. Once one was lost, the next is started ahead, so that it is there when it is needed.

import type { DirtError } from '../../errors.ts';
import type { Failure } from '../../sql/index.ts';
import type { MaybePromise } from '../engine.ts';
import type { EngineProcess } from './engine-process.ts';

export interface Launch {
  /** How long a small statement may take; one with more fuel may take longer in proportion. */
  readonly timeoutMs: number;
  start(): Starting;
  /** The mistake of a program that says it can open databases one after the other, and then does not; null if nobody is to blame. */
  cannotOpenAgain(problem: string): DirtError | null;
}

/** A process that may not be ready yet. */
export interface Starting {
  readonly process: EngineProcess;
  /** When it can be asked. Rejects with the user's mistake. */
  readonly ready: MaybePromise<Readiness>;
}

export interface Readiness {
  /** May another database be opened after one was closed? */
  readonly opensAgain: boolean;
}

export interface PooledProcess extends Readiness {
  readonly process: EngineProcess;
  /** How many databases it was taken for. */
  boots: number;
  /** Since when it waits, if it does. */
  idleSince: number;
}

/** What an engine leaks must not add up. */
const MOST_BOOTS = 100;

/** Processes that nobody has used for this time are ended; starting one takes a small part of it. */
const IDLE_MS = 5_000;

export class ProcessPool {
  readonly launch: Launch;
  #idle: PooledProcess[] = [];
  /** Started ahead. */
  #spare: Starting | null = null;
  /** Processes get lost here. */
  #isLossy = false;
  /** Processes that died when they were asked to open one more database. */
  #deaths = 0;
  #lastTaken = 0;
  /** Has any of them become ready? */
  hasStarted = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(launch: Launch) {
    this.launch = launch;
  }

  /** A process that waits to be asked to open a database. */
  async take(): Promise<PooledProcess> {
    const pooled = this.#takeIdle() ?? (await this.#takeNew());
    pooled.boots++;
    this.#lastTaken = performance.now();
    if (this.#isLossy && this.#idle.length === 0) this.#spare ??= this.#startAhead();
    return pooled;
  }

  /** One that has opened nothing yet. */
  async takeFresh(): Promise<PooledProcess> {
    const pooled = await this.#takeNew();
    pooled.boots++;
    return pooled;
  }

  /** For a process that has closed its database in good order. */
  async giveBack(pooled: PooledProcess): Promise<void> {
    if (!pooled.opensAgain || pooled.boots >= MOST_BOOTS) return this.replace(pooled);
    pooled.idleSince = performance.now();
    this.#idle.push(pooled);
    this.#endIdleLater();
  }

  /** For a process that cannot be used again. */
  async replace({ process }: PooledProcess): Promise<void> {
    this.#isLossy = true;
    await process.remove();
  }

  /** Ends all processes that wait. */
  async end(): Promise<void> {
    await this.#remove(this.#idle.splice(0), true);
  }

  /**
   * What is wrong with a program whose new processes open a database, but not those that have served others; null if nothing is.
   * That one dies at that moment may happen once: somebody may have killed it.
   */
  mistakeIn(failure: Failure): DirtError | null {
    if (failure.kind === 'panic' && this.#deaths++ === 0) return null;
    return this.launch.cannotOpenAgain('message' in failure ? failure.message : 'it does not come to an end');
  }

  #takeIdle(): PooledProcess | undefined {
    for (;;) {
      const pooled = this.#idle.pop();
      if (pooled === undefined || pooled.process.isAlive) return pooled;
      void pooled.process.remove();
    }
  }

  async #takeNew(): Promise<PooledProcess> {
    const spare = this.#spare;
    this.#spare = null;
    if (spare?.process.isAlive) {
      try {
        return await pooledFrom(spare);
      } catch {
        // What is wrong shows again in a process that was not started ahead.
      }
    }
    const pooled = await pooledFrom(this.launch.start());
    this.hasStarted = true;
    return pooled;
  }

  #startAhead(): Starting {
    const starting = this.launch.start();
    // Nobody waits for it yet.
    Promise.resolve(starting.ready).catch(() => {});
    this.#endIdleLater();
    return starting;
  }

  #endIdleLater(): void {
    this.#timer ??= setTimeout(() => this.#endIdle(), IDLE_MS).unref();
  }

  /** The one that was used last is used next, so others are left if there were several at once. */
  #endIdle(): void {
    this.#timer = null;
    const since = performance.now() - IDLE_MS;
    const ended = this.#idle.filter(({ idleSince }) => idleSince <= since);
    this.#idle = this.#idle.filter(({ idleSince }) => idleSince > since);
    void this.#remove(ended, this.#lastTaken <= since);
    if (this.#idle.length > 0 || this.#spare !== null) this.#endIdleLater();
  }

  async #remove(ended: readonly PooledProcess[], withSpare: boolean): Promise<void> {
    const processes = ended.map(({ process }) => process);
    if (withSpare && this.#spare !== null) {
      processes.push(this.#spare.process);
      this.#spare = null;
    }
    await Promise.all(processes.map((process) => process.remove()));
  }
}

async function pooledFrom({ process, ready }: Starting): Promise<PooledProcess> {
  try {
    const { opensAgain } = await process.waitFor(Promise.resolve(ready));
    return { process, opensAgain, boots: 0, idleSince: 0 };
  } catch (error) {
    await process.remove();
    throw error;
  }
}
