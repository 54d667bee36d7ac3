// The memory that the connections of one database share while it is in WAL mode (the wal-index), and its eight locks.
// It lives in the engine's memory, not on the disk: it is made anew from the WAL after a crash.

import type { Owner } from './locks.ts';
import type { Memory } from './memory.ts';
import type { Pointer, SqliteFunctions } from './module.ts';

const LOCKS = 8;

/** The flags of xShmLock. */
export const SHM_UNLOCK = 1;
const SHARED = 4;

export class SharedMemory {
  readonly #functions: SqliteFunctions;
  readonly #memory: Memory;
  readonly #regions: Pointer[] = [];
  readonly #users = new Set<Owner>();
  readonly #readers = Array.from({ length: LOCKS }, () => new Set<Owner>());
  readonly #writers: (Owner | null)[] = Array.from({ length: LOCKS }, () => null);

  constructor(functions: SqliteFunctions, memory: Memory) {
    this.#functions = functions;
    this.#memory = memory;
  }

  get isUnused(): boolean {
    return this.#users.size === 0;
  }

  /** The address of a region; 0 when it does not exist yet and shall not be made, null when there is no memory. */
  map(owner: Owner, region: number, size: number, extend: boolean): Pointer | null {
    this.#users.add(owner);
    while (this.#regions.length <= region) {
      if (!extend) return 0;
      const address = this.#functions.malloc(size);
      if (address === 0) return null;
      this.#memory.bytes.fill(0, address, address + size);
      this.#regions.push(address);
    }
    return this.#regions[region];
  }

  /** Takes or gives back a range of locks; false when another owner is in the way. */
  lock(owner: Owner, first: number, count: number, flags: number): boolean {
    const isShared = (flags & SHARED) !== 0;
    if ((flags & SHM_UNLOCK) !== 0) {
      for (let i = first; i < first + count; i++) this.#unlock(owner, i, isShared);
      return true;
    }
    for (let i = first; i < first + count; i++) if (!this.#isFree(owner, i, isShared)) return false;
    for (let i = first; i < first + count; i++) {
      if (isShared) this.#readers[i].add(owner);
      else this.#writers[i] = owner;
    }
    return true;
  }

  unmap(owner: Owner): void {
    for (let i = 0; i < LOCKS; i++) {
      this.#unlock(owner, i, true);
      this.#unlock(owner, i, false);
    }
    this.#users.delete(owner);
    if (this.isUnused) for (const address of this.#regions.splice(0)) this.#functions.free(address);
  }

  #isFree(owner: Owner, lock: number, isShared: boolean): boolean {
    const writer = this.#writers[lock];
    if (writer !== null && writer !== owner) return false;
    if (isShared) return true;
    const readers = this.#readers[lock];
    return readers.size === (readers.has(owner) ? 1 : 0);
  }

  #unlock(owner: Owner, lock: number, isShared: boolean): void {
    if (isShared) this.#readers[lock].delete(owner);
    else if (this.#writers[lock] === owner) this.#writers[lock] = null;
  }
}
