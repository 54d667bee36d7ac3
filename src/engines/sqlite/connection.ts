// A connection to SQLite: runs one statement at a time to its end and says what came of it.

import { invariant } from '../../errors.ts';
import { NOTHING, type Outcome, type Row } from '../../sql/index.ts';
import type { Connection } from '../engine.ts';
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
    return this.#enter(fuel, () => this.#execute(sql));
  }

  close(): Outcome {
    invariant(this.#database !== 0, 'a connection is closed once');
    return this.#enter(Number.POSITIVE_INFINITY, () => {
      this.release();
      return NOTHING;
    });
  }

  /** Closes the handle, in whatever state the process is. */
  release(): void {
    const database = this.#database;
    this.#database = 0;
    this.#onClose(this);
    const code = this.#module.functions.sqlite3_close_v2(database);
    invariant(code === OK, 'nothing keeps a connection from being closed');
  }

  #enter(fuel: number, action: () => Outcome): Outcome {
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
    const { functions, memory, out } = this.#module;
    const database = this.#database;
    const text = this.#module.putText(sql);
    const prepared = functions.sqlite3_prepare_v2(database, text.at, text.bytes, out, 0);
    if (prepared !== OK) return this.#failure(prepared);
    const statement = memory.readInt32(out);
    if (statement === 0) return NOTHING;

    const changesBefore = functions.sqlite3_total_changes(database);
    const rows: Row[] = [];
    let code = functions.sqlite3_step(statement);
    if (code === ROW) {
      const columns = functions.sqlite3_column_count(statement);
      do {
        rows.push(readRow(this.#module, statement, columns));
        this.#module.burn(FUEL_PER_ROW);
      } while ((code = functions.sqlite3_step(statement)) === ROW);
    }
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
        : this.#failure(code);
    functions.sqlite3_finalize(statement);
    return outcome;
  }

  #failure(code: number): Outcome {
    if ((code & 0xff) === INTERRUPT && this.#module.isOutOfFuel) return { kind: 'fuel' };
    const { functions, memory } = this.#module;
    return refusalOf(code, memory.readCString(functions.sqlite3_errmsg(this.#database)));
  }
}
