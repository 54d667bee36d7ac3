// SQLite behind its JavaScript API, as an engine: a database in memory, whose file comes from the simulated disk and goes back.

import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { classify, DATABASE_FILE, type Engine, type Outcome, type SqlValue } from 'dirt';

const { capi, oo1, wasm, version } = await sqlite3InitModule();
type Database = InstanceType<typeof oo1.DB>;

// What it carries faithfully and no more: properties that need other faults, or two connections, are skipped.
const carried = { faults: ['reopen'], journalModes: ['delete'], pageSizes: [4096] } as const;

export const sqliteInMemory: Engine = {
  name: 'sqlite-in-memory',
  version: version.libVersion,
  abilities: { ...carried, connections: 1, deterministic: false },
  boot: ({ disk }) => {
    const db = new oo1.DB(':memory:');
    const file = disk.files().get(DATABASE_FILE);
    if (file !== undefined) {
      const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
      capi.sqlite3_deserialize(db, 'main', wasm.allocFromTypedArray(file), file.length, file.length, flags);
    }
    return {
      kind: 'instance',
      connect: () => ({ kind: 'connection', run: (sql) => run(db, sql), close: () => run(db, 'ROLLBACK') }),
      close: () => {
        disk.replaceFiles([[DATABASE_FILE, capi.sqlite3_js_db_export(db)]]);
        db.close();
        return { kind: 'rows', rows: [], changes: 0 };
      },
      drop: () => db.close(),
    };
  },
};

/** Nothing throws: a refusal is an outcome. Finalizing a statement says again what went wrong with it. */
function run(db: Database, sql: string): Outcome {
  try {
    const statement = db.prepare(sql);
    const { pointer = 0, columnCount: length } = statement;
    const rows: SqlValue[][] = [];
    while (capi.sqlite3_step(statement) === capi.SQLITE_ROW)
      rows.push(Array.from({ length }, (_, i) => exactValue(pointer, i)));
    if (statement.finalize() !== capi.SQLITE_OK) throw new Error(capi.sqlite3_errmsg(db));
    return { kind: 'rows', rows, changes: null };
  } catch (error) {
    return classify((error as Error).message);
  }
}

function exactValue(statement: number, i: number): SqlValue {
  const type = capi.sqlite3_column_type(statement, i);
  if (type === capi.SQLITE_NULL) return null;
  if (type === capi.SQLITE_INTEGER) return capi.sqlite3_column_int64(statement, i);
  if (type === capi.SQLITE_FLOAT) return capi.sqlite3_column_double(statement, i);
  const at = capi.sqlite3_column_blob(statement, i);
  const bytes = wasm.heap8u().slice(at, at + capi.sqlite3_column_bytes(statement, i));
  return type === capi.SQLITE_BLOB ? bytes : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
