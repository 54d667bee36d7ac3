// Real SQLite in memory, with values by storage class: what the shadow model is compared with.

import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { SqlValue } from '../../src/sql/value.ts';

export interface Reference {
  /** All rows of a statement; throws an error with SQLite's message. */
  query(sql: string): SqlValue[][];
  /** Runs one statement again and again with other values bound to its parameters. */
  insert(sql: string, rows: readonly (readonly SqlValue[])[]): void;
  close(): void;
}

type Module = Awaited<ReturnType<typeof sqlite3InitModule>>;
type Initialise = (options: object) => Promise<Module>;

/** Of the two SQLites that come with DIRT. */
export type Which = 'installed' | 'newest';

const loading = new Map<Which, Promise<Module>>();

async function load(which: Which): Promise<Module> {
  const imported = which === 'installed' ? sqlite3InitModule : (await import('sqlite-wasm-newest')).default;
  // It complains about a missing OPFS, which nobody wants here.
  return (imported as unknown as Initialise)({ print: () => {}, printErr: () => {} });
}

export async function openReference(which: Which = 'installed'): Promise<Reference> {
  const module = loading.get(which) ?? load(which);
  loading.set(which, module);
  const { capi, oo1, wasm } = await module;
  const database = new oo1.DB(':memory:');
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  const encoder = new TextEncoder();

  type Prepared = ReturnType<typeof database.prepare>;
  const pointer = (statement: Prepared) => statement.pointer as number;

  const bytes = (statement: Prepared, column: number): Uint8Array => {
    const address = capi.sqlite3_column_blob(pointer(statement), column);
    const length = capi.sqlite3_column_bytes(pointer(statement), column);
    return wasm.heap8u().slice(address, address + length);
  };

  const read = (statement: Prepared, column: number): SqlValue => {
    switch (capi.sqlite3_column_type(pointer(statement), column)) {
      case capi.SQLITE_NULL:
        return null;
      case capi.SQLITE_INTEGER:
        return BigInt(capi.sqlite3_column_int64(pointer(statement), column));
      case capi.SQLITE_FLOAT:
        return capi.sqlite3_column_double(pointer(statement), column);
      case capi.SQLITE_TEXT:
        return decoder.decode(bytes(statement, column));
      default:
        return bytes(statement, column);
    }
  };

  const bind = (statement: Prepared, index: number, value: SqlValue): void => {
    const at = pointer(statement);
    if (value === null) capi.sqlite3_bind_null(at, index);
    else if (typeof value === 'bigint') capi.sqlite3_bind_int64(at, index, value);
    else if (typeof value === 'number') capi.sqlite3_bind_double(at, index, value);
    else {
      const data = typeof value === 'string' ? encoder.encode(value) : value;
      const address = wasm.alloc(data.length + 1);
      wasm.heap8u().set(data, address);
      const free = capi.SQLITE_TRANSIENT;
      if (typeof value === 'string') capi.sqlite3_bind_text(at, index, address, data.length, free);
      else capi.sqlite3_bind_blob(at, index, address, data.length, free);
      wasm.dealloc(address);
    }
  };

  const failure = (): Error => new Error(capi.sqlite3_errmsg(database.pointer as number));
  const step = (statement: Prepared): boolean => {
    const code = capi.sqlite3_step(pointer(statement));
    if (code !== capi.SQLITE_ROW && code !== capi.SQLITE_DONE) throw failure();
    return code === capi.SQLITE_ROW;
  };

  return {
    query(sql) {
      const statement = database.prepare(sql);
      try {
        const rows: SqlValue[][] = [];
        while (step(statement)) {
          rows.push(Array.from({ length: statement.columnCount }, (_, column) => read(statement, column)));
        }
        return rows;
      } finally {
        statement.finalize();
      }
    },
    insert(sql, rows) {
      const statement = database.prepare(sql);
      try {
        for (const row of rows) {
          for (const [i, value] of row.entries()) bind(statement, i + 1, value);
          step(statement);
          statement.reset();
        }
      } finally {
        statement.finalize();
      }
    },
    close: () => database.close(),
  };
}
