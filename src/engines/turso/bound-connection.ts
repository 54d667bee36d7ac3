// A connection through Turso's binding, which is the same for the WebAssembly and the native builds. It throws what the
// binding throws.

import { MOST_ROWS_GIVEN } from '../../planning/index.ts';
import { NOTHING, type Row, type Rows } from '../../sql/index.ts';
import { DiskError, type PageSize } from '../../world/index.ts';
import { type Binding, type BoundDatabase, type BoundStatement, StepResult } from './binding.ts';
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
  readonly #open = new Set<BoundOpenStatement>();
  /** All changes of the connection after its latest statement that may change rows. */
  #changes = 0;
  /** Other statements may have moved the sum since: one that is open, and in the mode mvcc CREATE INDEX and others. */
  #isBehind = false;

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
    if (!CHANGES_ROWS.test(sql)) {
      if (!IS_SELECT.test(sql)) this.#isBehind = true;
      return { kind: 'rows', rows: fetchAll(this.#database, sql), changes: 0 };
    }
    if (!quirks.countsChanges) return { kind: 'rows', rows: fetchAll(this.#database, sql), changes: null };
    if (this.#isBehind) this.#changes = this.#database.totalChanges();
    this.#isBehind = false;
    try {
      const rows = fetchAll(this.#database, sql);
      return { kind: 'rows', rows, changes: this.#newChanges() };
    } catch (error) {
      // INSERT OR FAIL that fails half-way has moved the sum, which must not be laid to the next statement.
      if (isRefusal(error)) this.#changes = this.#database.totalChanges();
      throw error;
    }
  }

  /** Prepares the first statement of a text; null if there is none. */
  start(sql: string): BoundOpenStatement | null {
    if (EMPTY.test(sql)) return null;
    const statement = this.#database.prepare(sql);
    statement.raw(true);
    const opened = new BoundOpenStatement(this.#database, statement, {
      onStep: () => {
        this.#isBehind = true;
      },
      onClose: () => this.#open.delete(opened),
    });
    this.#open.add(opened);
    return opened;
  }

  close(quirks: Quirks): void {
    for (const opened of this.#open) opened.close();
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

/** A statement that is stepped through while others run. */
export class BoundOpenStatement {
  readonly #database: BoundDatabase;
  readonly #statement: BoundStatement;
  readonly #listener: { readonly onStep: () => void; readonly onClose: () => void };
  #isOver = false;

  constructor(
    database: BoundDatabase,
    statement: BoundStatement,
    listener: { readonly onStep: () => void; readonly onClose: () => void },
  ) {
    this.#database = database;
    this.#statement = statement;
    this.#listener = listener;
  }

  /** How many rows it changed is not told: what ran beside it counts too. */
  take(steps: number): Rows {
    const rows: Row[] = [];
    this.#listener.onStep();
    try {
      while (rows.length < steps) {
        if (this.#isOver || !nextRow(this.#database, this.#statement)) {
          this.#isOver = true;
          return { kind: 'rows', rows, changes: null };
        }
        if (rows.push(this.#statement.row()) > MOST_ROWS_GIVEN) throw new EndlessRows();
      }
    } catch (error) {
      if (isRefusal(error)) this.#end();
      throw error;
    }
    return { kind: 'rows', rows, changes: null, isOpen: true };
  }

  reset(): void {
    this.#statement.reset();
    this.#isOver = false;
  }

  #end(): void {
    this.#statement.reset();
    this.#isOver = true;
  }

  close(): void {
    this.#listener.onStep();
    this.#listener.onClose();
    this.#statement.finalize();
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
    while (nextRow(database, statement))
      if (rows.push(statement.row()) > MOST_ROWS_GIVEN) throw new EndlessRows();
  } catch (error) {
    if (isRefusal(error)) statement.finalize();
    throw error;
  }
  statement.finalize();
  return rows;
}

/** False at the end. */
function nextRow(database: BoundDatabase, statement: BoundStatement): boolean {
  for (;;) {
    const step = statement.stepSync();
    if (step === StepResult.row) return true;
    if (step === StepResult.done) return false;
    database.ioLoopSync();
  }
}

const IS_SELECT = /^\s*select\b/i;

/** Blanks, comments and empty statements, and nothing else. */
const EMPTY = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;

/** The same, and then a word that a statement that changes rows begins with. */
const CHANGES_ROWS = /^(?:[\s;]|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:insert|replace|update|delete|with)\b/i;
