// SQLite booted in a world: a simulated process, and the connections that it has open.

import { type Failure, NOTHING, type Outcome } from '../../sql/index.ts';
import type { World } from '../../world/index.ts';
import { type Connection, DATABASE_FILE, type Instance } from '../engine.ts';
import { SqliteConnection } from './connection.ts';
import { OK, refusalOf } from './result-code.ts';
import { PANICKED_BEFORE, type SharedModule } from './shared-module.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;

const OPEN_READ_WRITE_CREATE = 0x2 | 0x4;
const OPEN_EXTENDED_RESULT_CODES = 0x0200_0000;

export class SqliteInstance implements Instance {
  readonly kind = 'instance';
  readonly #module: SharedModule;
  readonly #process: SimulatedProcess;
  readonly #connections = new Set<SqliteConnection>();

  constructor(module: SharedModule, world: World) {
    this.#module = module;
    this.#process = module.start(world);
  }

  connect(): Connection | Failure {
    const isFirst = this.#connections.size === 0;
    const connection = this.#open();
    if (connection.kind !== 'connection') return connection;
    const failure = this.#configure(connection, isFirst);
    if (failure === null) return connection;
    if (!this.#module.isBroken) connection.close();
    return failure;
  }

  close(): Outcome {
    let outcome: Outcome = NOTHING;
    for (const connection of [...this.#connections]) outcome = connection.close();
    return outcome;
  }

  drop(): void {
    this.#process.die();
    if (this.#module.isBroken) return;
    // Closing a handle is how its memory is given back; the dead process reaches nothing while it does.
    this.#module.enter(this.#process, UNLIMITED);
    for (const connection of [...this.#connections]) connection.release();
  }

  #open(): SqliteConnection | Failure {
    const { functions, memory, out } = this.#module;
    if (this.#module.isBroken) return PANICKED_BEFORE;
    this.#module.enter(this.#process, UNLIMITED);
    try {
      const flags = OPEN_READ_WRITE_CREATE | OPEN_EXTENDED_RESULT_CODES;
      const code = functions.sqlite3_open_v2(this.#module.putText(DATABASE_FILE).at, out, flags, 0);
      const database = memory.readInt32(out);
      if (code === OK) {
        this.#module.watch(database);
        const connection = new SqliteConnection(this.#module, this.#process, database, (closed) =>
          this.#connections.delete(closed),
        );
        this.#connections.add(connection);
        return connection;
      }
      const refusal = refusalOf(code, memory.readCString(functions.sqlite3_errmsg(database)));
      functions.sqlite3_close_v2(database);
      return this.#process.world.disk.isOff ? { kind: 'cut' } : refusal;
    } catch (error) {
      return this.#module.panic(error);
    }
  }

  /**
   * Applies the world's specification; returns what went wrong. With a rollback journal, a further connection is
   * refused as busy while another is about to write the file: its settings need the schema.
   */
  #configure(connection: SqliteConnection, isFirst: boolean): Failure | null {
    const { pageSize, journalMode } = this.#process.world.spec;
    const statements: string[] = [];
    // Without a rollback journal's deletion made durable, a power cut could undo what was acknowledged.
    if (journalMode === 'delete') statements.push('PRAGMA synchronous = EXTRA');
    if (isFirst) {
      // Reading makes SQLite recover first: a journal that a crash left behind may empty the file.
      const outcome = connection.run('PRAGMA page_count', UNLIMITED);
      if (outcome.kind !== 'rows') return outcome;
    }
    if (this.#isFileEmpty()) {
      statements.push(`PRAGMA page_size = ${pageSize}`);
      if (journalMode === 'wal') statements.push('PRAGMA journal_mode = wal');
    }
    for (const statement of statements) {
      const outcome = connection.run(statement, UNLIMITED);
      if (outcome.kind !== 'rows') return outcome;
    }
    return null;
  }

  #isFileEmpty(): boolean {
    const { disk } = this.#process.world;
    return !disk.isOff && disk.size(disk.open(DATABASE_FILE)) === 0;
  }
}
