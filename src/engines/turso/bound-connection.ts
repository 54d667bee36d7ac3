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

/** Called when the engine waits for I/O. */
type Wait = () => void;

/** Who has the I/O of an engine that waits for it. */
interface AsyncIo {
  /** Lets one operation complete; false if none is under way. */
  completeOne(): boolean;
  /** Does what the binding does without waiting: giving up a statement, and closing. */
  synchronously<T>(work: () => T): T;
}

/** The binding has it. */
const OWN_IO: AsyncIo = { completeOne: () => false, synchronously: (work) => work() };

export class BoundConnection {
  readonly #database: BoundDatabase;
  readonly #open = new Set<BoundOpenStatement>();
  /** All changes of the connection after its latest statement that may change rows. */
  #changes = 0;
  /** Other statements may have moved the sum since: one that is open, and in the mode mvcc CREATE INDEX and others. */
  #isBehind = false;

  readonly #wait: Wait;
  readonly #io: AsyncIo;

  /** `pageSize` is for a database that is new, null for others; `io` is for I/O that is asynchronous. */
  constructor(binding: Binding, path: string, pageSize: PageSize | null, io: AsyncIo = OWN_IO) {
    this.#io = io;
    const database = openDatabase(binding, path);
    this.#database = database;
    this.#wait = () => {
      if (!io.completeOne()) database.ioLoopSync();
    };
    if (pageSize !== null && pageSize !== DEFAULT_PAGE_SIZE) {
      fetchAll(this.#database, `PRAGMA page_size = ${pageSize}`, this.#wait);
    }
  }

  /** Runs the first statement of a text to its end. */
  run(sql: string, quirks: Quirks): Rows {
    // Many builds abort on a text without a statement.
    if (EMPTY.test(sql)) return NOTHING;
    if (!CHANGES_ROWS.test(sql)) {
      if (!IS_SELECT.test(sql)) this.#isBehind = true;
      return { kind: 'rows', rows: fetchAll(this.#database, sql, this.#wait), changes: 0 };
    }
    if (!quirks.countsChanges)
      return { kind: 'rows', rows: fetchAll(this.#database, sql, this.#wait), changes: null };
    if (this.#isBehind) this.#changes = this.#database.totalChanges();
    this.#isBehind = false;
    try {
      const rows = fetchAll(this.#database, sql, this.#wait);
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
    const opened = new BoundOpenStatement(statement, this.#wait, {
      synchronously: (work) => this.#io.synchronously(work),
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
    this.#io.synchronously(() => this.#database.close());
  }

  /** changes() is about the latest statement only if the sum has moved. */
  #newChanges(): number {
    const before = this.#changes;
    this.#changes = this.#database.totalChanges();
    return this.#changes === before ? 0 : this.#database.changes();
  }

  #rollBack(): void {
    try {
      fetchAll(this.#database, 'ROLLBACK', this.#wait);
    } catch (error) {
      // No transaction was open.
      if (!isRefusal(error)) throw error;
    }
  }
}

interface Listener {
  readonly onStep: () => void;
  readonly onClose: () => void;
  synchronously(work: () => void): void;
}

/** A statement that is stepped through while others run. */
export class BoundOpenStatement {
  readonly #statement: BoundStatement;
  readonly #wait: Wait;
  readonly #listener: Listener;
  #isOver = false;

  constructor(statement: BoundStatement, wait: Wait, listener: Listener) {
    this.#statement = statement;
    this.#wait = wait;
    this.#listener = listener;
  }

  /** How many rows it changed is not told: what ran beside it counts too. */
  take(steps: number): Rows {
    const rows: Row[] = [];
    this.#listener.onStep();
    try {
      while (rows.length < steps) {
        if (this.#isOver || !nextRow(this.#statement, this.#wait)) {
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
    this.#listener.synchronously(() => this.#statement.reset());
    this.#isOver = false;
  }

  #end(): void {
    this.#listener.synchronously(() => this.#statement.reset());
    this.#isOver = true;
  }

  close(): void {
    this.#listener.onStep();
    this.#listener.onClose();
    this.#listener.synchronously(() => this.#statement.finalize());
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

function fetchAll(database: BoundDatabase, sql: string, wait: Wait): Row[] {
  const statement = database.prepare(sql);
  const rows: Row[] = [];
  try {
    statement.raw(true);
    while (nextRow(statement, wait))
      if (rows.push(statement.row()) > MOST_ROWS_GIVEN) throw new EndlessRows();
  } catch (error) {
    if (isRefusal(error)) statement.finalize();
    throw error;
  }
  statement.finalize();
  return rows;
}

/** False at the end. */
function nextRow(statement: BoundStatement, wait: Wait): boolean {
  for (;;) {
    const step = statement.stepSync();
    if (step === StepResult.row) return true;
    if (step === StepResult.done) return false;
    wait();
  }
}

const IS_SELECT = /^\s*select\b/i;

/** Blanks, comments and empty statements, and nothing else. */
const EMPTY = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;

/** The same, and then a word that a statement that changes rows begins with. */
const CHANGES_ROWS = /^(?:[\s;]|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:insert|replace|update|delete|with)\b/i;
