// Turso without the adapter, on the same simulated disk: the shortest loop over the binding that the module exports.

import { DATABASE_FILE } from '../src/engines/engine.ts';
import { Step } from '../src/engines/turso/binding.ts';
import { Host } from '../src/engines/turso/host.ts';
import { openDatabase } from '../src/engines/turso/session.ts';
import type { World } from '../src/world/world.ts';

/** Fuel for all that a benchmark does with one instance. */
const PLENTY = 2_000_000_000;

/** A function that runs a statement and returns its rows. */
export function rawTurso(module: WebAssembly.Module, world: World): (sql: string) => unknown[][] {
  const host = new Host(module, world);
  if (host.fuel !== null) host.fuel.value = PLENTY;
  const database = openDatabase(host.binding, DATABASE_FILE);
  return (sql) => {
    const statement = database.prepare(sql);
    statement.raw(true);
    const rows: unknown[][] = [];
    for (let step = statement.stepSync(); step !== Step.done; step = statement.stepSync()) {
      if (step === Step.row) rows.push(statement.row());
      else database.ioLoopSync();
    }
    statement.finalize();
    return rows;
  };
}
