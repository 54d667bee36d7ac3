// Turso without the adapter, on the same simulated disk: the shortest loop over the binding that the module exports.

import { DATABASE_FILE } from '../src/engines/engine.ts';
import { type BoundDatabase, StepResult } from '../src/engines/turso/binding.ts';
import { openDatabase } from '../src/engines/turso/bound-connection.ts';
import { RunningModule } from '../src/engines/turso/running-module.ts';
import type { World } from '../src/world/world.ts';

/** Fuel for all that a benchmark does with one instance. */
const PLENTY = 2_000_000_000;

/** Runs a statement and returns its rows. */
type RawRun = (sql: string) => unknown[][];

/** Each call of the function opens one more connection. */
export function connectionsOf(running: RunningModule): () => BoundDatabase {
  if (running.fuel !== null) running.fuel.value = PLENTY;
  return () => openDatabase(running.binding, DATABASE_FILE);
}

export function rawTurso(module: WebAssembly.Module, world: World): RawRun {
  const database = connectionsOf(new RunningModule(module, world))();
  return (sql) => runRaw(database, sql);
}

export function runRaw(database: BoundDatabase, sql: string): unknown[][] {
  const statement = database.prepare(sql);
  statement.raw(true);
  const rows: unknown[][] = [];
  for (let step = statement.stepSync(); step !== StepResult.done; step = statement.stepSync()) {
    if (step === StepResult.row) rows.push(statement.row());
    else database.ioLoopSync();
  }
  statement.finalize();
  return rows;
}
