// The JavaScript binding that every Turso build exports, as far as all builds have it in common.

import type { SqlValue } from '../../sql/index.ts';

export interface Binding {
  /** Tells the engine that an operation of asynchronous I/O has completed, and what came of it. */
  completeOpfs?(completion: number, result: number): void;
  readonly Database: new (path: string, options: DatabaseOptions) => BoundDatabase;
}

export interface DatabaseOptions {
  readonly experimental?: readonly string[];
}

export interface BoundDatabase {
  /** Missing in 0.1.4, where the constructor connects. */
  connectSync?(): void;
  /** Makes all statements return INTEGER as bigint. */
  defaultSafeIntegers(on: boolean): void;
  prepare(sql: string): BoundStatement;
  changes(): number;
  totalChanges(): number;
  ioLoopSync(): void;
  close(): void;
}

export interface BoundStatement {
  raw(on: boolean): void;
  stepSync(): number;
  row(): SqlValue[];
  reset(): void;
  finalize(): void;
}

/** What `stepSync` returns. */
export const StepResult = { row: 1, done: 2, io: 3 } as const;
