// A connection through Turso's binding, which is the same for the WebAssembly and the native builds. It throws what the
// binding throws.

import { MOST_ROWS_GIVEN } from '../../planning/index.ts';
import { NOTHING, type Row, type Rows } from '../../sql/index.ts';
import { DiskError, type PageSize } from '../../world/index.ts';
import { type Binding, type BoundDatabase, StepResult } from './binding.ts';
import type { Quirks } from './quirks.ts';

/** Builds that do not know one of these ignore it. */
const EXPERIMENTAL = [
  'views',
  'strict',
  'triggers',
  'attach',
  'generated_columns',
  'without_rowid',
  'vacuum',
  'autovacuum',
];

const DEFAULT_PAGE_SIZE = 4096;

export class BoundConnection {
  readonly #database: BoundDatabase;
  /** All changes of the connection after its latest statement that may change rows. */
  #changes = 0;

  /** `pageSize` is for a database that is new, null for others. */
  constructor(binding: Binding, path: string, pageSize: PageSize | null) {
    this.#database = openDatabase(binding, path);
    if (pageSize !== null && pageSize !== DEFAULT_PAGE_SIZE) {
      fetchAll(this.#database, `PRAGMA page_size = ${pageSize}`);
    }
  }

  /** Runs the first statement of a text to its end. */
  run(sql: string, quirks: Quirks): Rows {
    // Many builds abort on a text without a statement.
    if (EMPTY.test(sql)) return NOTHING;
    if (!CHANGES_ROWS.test(sql)) return { kind: 'rows', rows: fetchAll(this.#database, sql), changes: 0 };
    if (!quirks.countsChanges) return { kind: 'rows', rows: fetchAll(this.#database, sql), changes: null };
    try {
      const rows = fetchAll(this.#database, sql);
      return { kind: 'rows', rows, changes: this.#newChanges() };
    } catch (error) {
      // INSERT OR FAIL that fails half-way has moved the sum, which must not be laid to the next statement.
      if (isRefusal(error)) this.#changes = this.#database.totalChanges();
      throw error;
    }
  }

  close(quirks: Quirks): void {
    if (!quirks.rollsBackOnClose) this.#rollBack();
    this.#database.close();
  }

  /** changes() is about the latest statement only if the sum has moved. */
  #newChanges(): number {
    const before = this.#changes;
    this.#changes = this.#database.totalChanges();
    return this.#changes === before ? 0 : this.#database.changes();
  }

  #rollBack(): void {
    try {
      fetchAll(this.#database, 'ROLLBACK');
    } catch (error) {
      // No transaction was open.
      if (!isRefusal(error)) throw error;
    }
  }
}

export function openDatabase(binding: Binding, path: string): BoundDatabase {
  const database = new binding.Database(path, { experimental: EXPERIMENTAL });
  database.connectSync?.();
  database.defaultSafeIntegers(true);
  return database;
}

/** An error that the binding reports, as opposed to one that ends the instance. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && !(error instanceof DiskError);
}

/** A statement gives rows without end. */
export class EndlessRows extends Error {}

function fetchAll(database: BoundDatabase, sql: string): Row[] {
  const statement = database.prepare(sql);
  const rows: Row[] = [];
  try {
    statement.raw(true);
    for (;;) {
      const step = statement.stepSync();
      if (step === StepResult.done) break;
      if (step !== StepResult.row) database.ioLoopSync();
      else if (rows.push(statement.row()) > MOST_ROWS_GIVEN) throw new EndlessRows();
    }
  } catch (error) {
    if (isRefusal(error)) statement.finalize();
    throw error;
  }
  statement.finalize();
  return rows;
}

/** Blanks, comments and empty statements, and nothing else. */
const EMPTY = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;

/** The same, and then a word that a statement that changes rows begins with. */
const CHANGES_ROWS = /^(?:[\s;]|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:insert|replace|update|delete|with)\b/i;
