// A connection to SQLite: runs statements to their ends, or step by step beside each other, and says what came of them.

import { invariant } from '../../errors.ts';
import { NOTHING, type Outcome, type Row } from '../../sql/index.ts';
import type { Connection, OpenStatement } from '../engine.ts';
import type { Pointer } from './module.ts';
import { DONE, INTERRUPT, OK, ROW, refusalOf } from './result-code.ts';
import { readRow } from './row-reader.ts';
import { PANICKED_BEFORE, type SharedModule } from './shared-module.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** What a row that is handed out costs, so that fuel bounds the size of a result too. */
const FUEL_PER_ROW = 100;

/** SQLITE_STMTSTATUS_VM_STEP: the steps of the virtual machine. */
const VM_STEP = 4;

/** After blanks, comments and empty statements comes a word that a statement that changes rows begins with. */
const CHANGES_ROWS = /^(?:[\s;]|--.*\n|\/\*[\s\S]*?\*\/)*(?:with|insert|replace|update|delete)\b/i;

export class SqliteConnection implements Connection {
  readonly kind = 'connection';
  readonly #module: SharedModule;
  readonly #process: SimulatedProcess;
  readonly #onClose: (connection: SqliteConnection) => void;
  readonly #open = new Set<SqliteOpenStatement>();
  #database: Pointer;

  constructor(
    module: SharedModule,
    process: SimulatedProcess,
    database: Pointer,
    onClose: (connection: SqliteConnection) => void,
  ) {
    this.#module = module;
    this.#process = process;
    this.#database = database;
    this.#onClose = onClose;
  }

  run(sql: string, fuel: number): Outcome {
    invariant(this.#database !== 0, 'a closed connection runs nothing');
    return this.enter(fuel, () => this.#execute(sql));
  }

  start(sql: string, fuel: number): OpenStatement | Outcome {
    invariant(this.#database !== 0, 'a closed connection runs nothing');
    let opened: OpenStatement | undefined;
    const outcome = this.enter(fuel, () => {
      const statement = this.#prepare(sql);
      if (typeof statement !== 'number') return statement;
      if (statement === 0) return NOTHING;
      const open = new SqliteOpenStatement(this, statement, () => this.#open.delete(open));
      this.#open.add(open);
      opened = open;
      return NOTHING;
    });
    return outcome.kind === 'rows' ? (opened ?? outcome) : outcome;
  }

  close(): Outcome {
    invariant(this.#database !== 0, 'a connection is closed once');
    return this.enter(Number.POSITIVE_INFINITY, () => {
      this.release();
      return NOTHING;
    });
  }

  /** Closes the handle, in whatever state the process is. */
  release(): void {
    const database = this.#database;
    for (const open of this.#open) open.release();
    this.#database = 0;
    this.#onClose(this);
    const code = this.#module.functions.sqlite3_close_v2(database);
    invariant(code === OK, 'nothing keeps a connection from being closed');
  }

  /** Does something in the module. */
  enter(fuel: number, action: () => Outcome): Outcome {
    if (this.#module.isBroken) return PANICKED_BEFORE;
    this.#module.enter(this.#process, fuel);
    let outcome: Outcome;
    try {
      outcome = action();
    } catch (error) {
      return this.#module.panic(error);
    }
    return this.#process.world.disk.isOff ? { kind: 'cut' } : outcome;
  }

  #execute(sql: string): Outcome {
    const { functions } = this.#module;
    const database = this.#database;
    const statement = this.#prepare(sql);
    if (typeof statement !== 'number') return statement;
    if (statement === 0) return NOTHING;

    const changesBefore = functions.sqlite3_total_changes(database);
    const rows: Row[] = [];
    const code = this.fetch(statement, rows);
    // changes() speaks of the latest INSERT, UPDATE or DELETE; it is about this statement only if the sum has moved.
    // The sum also moves when CREATE VIRTUAL TABLE fills tables of its own.
    const hasChanged = functions.sqlite3_total_changes(database) !== changesBefore && CHANGES_ROWS.test(sql);
    const outcome: Outcome =
      code === DONE
        ? {
            kind: 'rows',
            rows,
            changes: hasChanged ? Number(functions.sqlite3_changes64(database)) : 0,
            cost: functions.sqlite3_stmt_status(statement, VM_STEP, 0),
          }
        : this.failure(code);
    functions.sqlite3_finalize(statement);
    return outcome;
  }

  /** The first statement of a text, 0 if there is none, or why it cannot be prepared. */
  #prepare(sql: string): Pointer | Outcome {
    const { functions, memory, out } = this.#module;
    const text = this.#module.putText(sql);
    const prepared = functions.sqlite3_prepare_v2(this.#database, text.at, text.bytes, out, 0);
    return prepared === OK ? memory.readInt32(out) : this.failure(prepared);
  }

  /** Takes so many steps, which give rows; what the last one said. */
  fetch(statement: Pointer, rows: Row[], steps = Number.POSITIVE_INFINITY): number {
    const { functions } = this.#module;
    if (steps < 1) return ROW;
    let code = functions.sqlite3_step(statement);
    if (code !== ROW) return code;
    const columns = functions.sqlite3_column_count(statement);
    for (;;) {
      rows.push(readRow(this.#module, statement, columns));
      this.#module.burn(FUEL_PER_ROW);
      if (rows.length >= steps || (code = functions.sqlite3_step(statement)) !== ROW) return code;
    }
  }

  rewind(statement: Pointer): void {
    this.#module.functions.sqlite3_reset(statement);
  }

  finalize(statement: Pointer): number {
    return this.#module.functions.sqlite3_finalize(statement);
  }

  failure(code: number): Outcome {
    if ((code & 0xff) === INTERRUPT && this.#module.isOutOfFuel) return { kind: 'fuel' };
    const { functions, memory } = this.#module;
    return refusalOf(code, memory.readCString(functions.sqlite3_errmsg(this.#database)));
  }
}

class SqliteOpenStatement implements OpenStatement {
  readonly kind = 'openStatement';
  readonly #connection: SqliteConnection;
  readonly #statement: Pointer;
  readonly #onClose: () => void;
  #isOver = false;

  constructor(connection: SqliteConnection, statement: Pointer, onClose: () => void) {
    this.#connection = connection;
    this.#statement = statement;
    this.#onClose = onClose;
  }

  /** How many rows it changed is not told: what ran beside it counts too. */
  take(steps: number, fuel: number): Outcome {
    return this.#connection.enter(fuel, () => {
      const rows: Row[] = [];
      if (this.#isOver) return { kind: 'rows', rows, changes: null };
      const code = this.#connection.fetch(this.#statement, rows, steps);
      if (code === ROW) return { kind: 'rows', rows, changes: null, isOpen: true };
      this.#isOver = true;
      if (code === DONE) return { kind: 'rows', rows, changes: null };
      const failure = this.#connection.failure(code);
      this.#connection.rewind(this.#statement);
      return failure;
    });
  }

  reset(): Outcome {
    return this.#connection.enter(Number.POSITIVE_INFINITY, () => {
      this.#isOver = false;
      this.#connection.rewind(this.#statement);
      return NOTHING;
    });
  }

  close(): Outcome {
    return this.#connection.enter(Number.POSITIVE_INFINITY, () => {
      const code = this.release();
      return code === OK ? NOTHING : this.#connection.failure(code);
    });
  }

  /** What giving it up comes to: a statement that has written commits then, and may fail in doing so. */
  release(): number {
    this.#onClose();
    return this.#connection.finalize(this.#statement);
  }
}
