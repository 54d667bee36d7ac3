// Asynchronous I/O: what the engine has asked for and waits for, and which of it completes next. An operation reaches the disk when it
// completes, so that what is under way when the power goes off has not happened.

import { Random } from '../../random.ts';
import { FIFO } from '../../world/index.ts';

/** What the engine knows an operation by. */
export type Completion = number;

export interface PendingOperation {
  readonly completion: Completion;
  /** Does it; gives what the engine is told. */
  run(): number;
}

export class PendingIo {
  readonly #operations: PendingOperation[] = [];
  readonly #random: Random | null;
  /** Whether operations wait for their turn at all: a database is opened with synchronous I/O. */
  isAsynchronous = false;

  /** `order` is that of the world. */
  constructor(order: string | undefined) {
    this.#random = order === undefined || order === FIFO ? null : Random.of('completions', order);
  }

  add(operation: PendingOperation): void {
    this.#operations.push(operation);
  }

  /** The next one to complete; undefined if nothing is under way. */
  take(): PendingOperation | undefined {
    const at = this.#random === null ? 0 : this.#random.below(Math.max(1, this.#operations.length));
    return this.#operations.splice(at, 1)[0];
  }
}
