// The simulated clock: nanoseconds since 1970. It moves a little each time it is read, so that an engine that waits
// by looking at it comes to an end.

const TICK = 1_000_000n;

export class Clock {
  /** Time that has passed since the world began; setting the clock does not change it. */
  #passed = 0n;
  /** What to add for the time of day. */
  #offset: bigint;

  constructor(start: bigint) {
    this.#offset = start;
  }

  /** The time of day, in nanoseconds. */
  read(): bigint {
    return this.readMonotonic() + this.#offset;
  }

  /** Time since the world began, in nanoseconds. */
  readMonotonic(): bigint {
    this.#passed += TICK;
    return this.#passed;
  }

  /** Time passes: the engine sleeps. */
  advance(nanoseconds: bigint): void {
    this.#passed += nanoseconds;
  }

  /** The clock is set, forwards or back. */
  jump(milliseconds: number): void {
    this.#offset += BigInt(milliseconds) * 1_000_000n;
  }
}
