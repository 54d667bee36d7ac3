// What the operating system would keep for one process that runs SQLite: locks and shared memory by file name.
// When it is dead, none of its I/O reaches the world's disk any more.

import type { World } from '../../world/index.ts';
import { FileLock } from './locks.ts';
import type { Memory } from './memory.ts';
import type { SqliteFunctions } from './module.ts';
import { SharedMemory } from './shared-memory.ts';

export class SimulatedProcess {
  readonly world: World;
  readonly #functions: SqliteFunctions;
  readonly #memory: Memory;
  readonly #locks = new Map<string, FileLock>();
  readonly #sharedMemory = new Map<string, SharedMemory>();
  #isDead = false;

  constructor(world: World, functions: SqliteFunctions, memory: Memory) {
    this.world = world;
    this.#functions = functions;
    this.#memory = memory;
  }

  /** Can it reach its disk? */
  get isConnected(): boolean {
    return !this.#isDead && !this.world.disk.isOff;
  }

  die(): void {
    this.#isDead = true;
  }

  lockOf(name: string): FileLock {
    let lock = this.#locks.get(name);
    if (lock === undefined) this.#locks.set(name, (lock = new FileLock()));
    return lock;
  }

  sharedMemoryOf(name: string): SharedMemory {
    let shared = this.#sharedMemory.get(name);
    if (shared === undefined) {
      shared = new SharedMemory(this.#functions, this.#memory);
      this.#sharedMemory.set(name, shared);
    }
    return shared;
  }
}
