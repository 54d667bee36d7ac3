// Memory that a worker shares with its supervisor: a counter that shows progress, the step it is at,
// and a request to stop shrinking. Messages would not do: a busy worker receives none, and one that hangs sends none.

const CELLS = { beats: 0, step: 1, stop: 2, patience: 3 } as const;

export class Heartbeat {
  /** What is sent to a worker thread, which makes a heartbeat of it again. */
  readonly cells: Int32Array<SharedArrayBuffer>;

  constructor(cells = new Int32Array(new SharedArrayBuffer(4 * Object.keys(CELLS).length))) {
    this.cells = cells;
  }

  /** A step begins; -1 while a plan is made. */
  beat(step: number): void {
    Atomics.add(this.cells, CELLS.beats, 1);
    Atomics.store(this.cells, CELLS.step, step);
  }

  get beats(): number {
    return Atomics.load(this.cells, CELLS.beats);
  }

  get step(): number {
    return Atomics.load(this.cells, CELLS.step);
  }

  /** Factor on the usual time limit: a hang that is tried again with more fuel makes no progress for long. */
  get patience(): number {
    return Math.max(1, Atomics.load(this.cells, CELLS.patience));
  }

  set patience(times: number) {
    Atomics.store(this.cells, CELLS.patience, times);
  }

  /** Shrinking shall end with the best so far. */
  stop(): void {
    Atomics.store(this.cells, CELLS.stop, 1);
  }

  get isStopped(): boolean {
    return Atomics.load(this.cells, CELLS.stop) !== 0;
  }
}
