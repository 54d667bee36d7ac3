// The five-state lock that SQLite takes on a database file: many readers, one that has reserved the right to write,
// who then waits (pending, no new readers) until it is alone (exclusive).

const SHARED = 1;
const RESERVED = 2;
const PENDING = 3;
const EXCLUSIVE = 4;

/** Who holds a lock: the address of an open file. */
export type Owner = number;

export class FileLock {
  readonly #readers = new Set<Owner>();
  /** At most one owner holds more than SHARED. */
  #writer: Owner | null = null;
  #writerLevel = 0;

  get isReserved(): boolean {
    return this.#writer !== null;
  }

  /** Raises the owner's lock to the level; false when another owner's lock forbids it. */
  acquire(owner: Owner, level: number): boolean {
    const othersLevel = this.#writer === owner ? 0 : this.#writerLevel;
    if (level === SHARED) {
      if (othersLevel >= PENDING) return false;
      this.#readers.add(owner);
      return true;
    }
    if (othersLevel > 0) return false;
    this.#writer = owner;
    if (level === RESERVED) {
      this.#writerLevel = Math.max(this.#writerLevel, RESERVED);
      return true;
    }
    const isAlone = this.#readers.size === (this.#readers.has(owner) ? 1 : 0);
    this.#writerLevel = isAlone ? EXCLUSIVE : Math.max(this.#writerLevel, PENDING);
    return isAlone;
  }

  /** Lowers the owner's lock to SHARED or to nothing. */
  release(owner: Owner, level: number): void {
    if (this.#writer === owner) {
      this.#writer = null;
      this.#writerLevel = 0;
    }
    if (level < SHARED) this.#readers.delete(owner);
  }
}
