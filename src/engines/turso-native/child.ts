// The process that runs the native engine: it opens the database in its working folder and does what its parent asks.
// When the engine aborts, this process dies, and that is all the parent needs to know.

import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SqlValue } from '../../sql/value.ts';
import { DATABASE_FILE } from '../engine.ts';
import type { Binding, BoundDatabase, BoundStatement } from '../turso/binding.ts';
import { classify } from '../turso/classify.ts';
import { isRefusal, NOTHING, openDatabase, runStatement } from '../turso/statement.ts';
import type { Reply, Request } from './messages.ts';

const [, , addon, rollsBackOnClose] = process.argv;
const binding = withQuirks(createRequire(import.meta.url)(addon) as NativeBinding);
const databases = new Map<number, BoundDatabase>();

process.on('disconnect', () => {
  // The parent is gone, and with it whoever would have tidied up.
  rmSync(process.cwd(), { recursive: true, force: true });
  process.exit();
});
process.on('message', (request: Request) => process.send!(answer(request)));

function answer(request: Request): Reply {
  try {
    return perform(request);
  } catch (error) {
    if (isRefusal(error)) return classify(error.message);
    throw error;
  }
}

function perform(request: Request): Reply {
  switch (request.do) {
    case 'connect':
      databases.set(request.connection, openDatabase(binding, DATABASE_FILE, request.pageSize));
      return NOTHING;
    case 'run': {
      const result = runStatement(databases.get(request.connection)!, request.sql);
      return { ...result, rows: result.rows.map((row) => row.map(plainValue)) };
    }
    case 'disconnect':
      disconnect(request.connection);
      return NOTHING;
    case 'close':
      for (const connection of databases.keys()) disconnect(connection);
      return NOTHING;
  }
}

function disconnect(connection: number): void {
  const database = databases.get(connection)!;
  databases.delete(connection);
  if (rollsBackOnClose !== 'true') rollBack(database);
  database.close();
}

function rollBack(database: BoundDatabase): void {
  try {
    runStatement(database, 'ROLLBACK');
  } catch {
    // No transaction was open.
  }
}

// ── Differences between the builds ──────────────────────────────────────────────────────────────────────────

type NativeStatement = BoundStatement & { step?(): number };
interface NativeBinding extends Binding {
  readonly Statement: { readonly prototype: NativeStatement };
}

/** In 0.1.4 `stepSync` is called `step`. */
function withQuirks(native: NativeBinding): Binding {
  const { prototype } = native.Statement;
  prototype.stepSync ??= prototype.step!;
  return native;
}

/** Blobs are Buffers, in 0.1.4 arrays of numbers. */
function plainValue(value: SqlValue | readonly number[]): SqlValue {
  return value instanceof Uint8Array || Array.isArray(value) ? Uint8Array.from(value) : (value as SqlValue);
}
