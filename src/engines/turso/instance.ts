// A booted Turso and its connections.

import { isFatal, type Outcome } from '../../sql/outcome.ts';
import type { Row } from '../../sql/value.ts';
import type { World } from '../../world/world.ts';
import { type Connection, DATABASE_FILE, DEFAULT_FUEL, type Instance } from '../engine.ts';
import { type BoundDatabase, Step } from './binding.ts';
import { classify } from './classify.ts';
import { Host } from './host.ts';
import { readPanic } from './panic.ts';
import type { Quirks } from './quirks.ts';
import { ProcessExit } from './wasi.ts';

/** Builds that do not know an option ignore it. */
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

const DONE: Outcome = { kind: 'rows', rows: [], changes: 0 };

type Failure = Exclude<Outcome, { kind: 'rows' }>;

export class TursoInstance implements Instance {
  readonly kind = 'instance';
  readonly #world: World;
  readonly #quirks: Quirks;
  readonly #onEnd: () => void;
  #host: Host | null;
  /** How the instance died; it says the same to whoever asks again. */
  #death: Failure | null = null;
  readonly #connections = new Set<TursoConnection>();

  constructor(module: WebAssembly.Module, world: World, quirks: Quirks, onEnd: () => void) {
    this.#world = world;
    this.#quirks = quirks;
    this.#onEnd = onEnd;
    this.#host = new Host(module, world);
  }

  connect(): Connection | Failure {
    return this.attempt(DEFAULT_FUEL, (host) => {
      const { disk, spec } = this.#world;
      const isNew = !disk.exists(DATABASE_FILE) || disk.size(disk.open(DATABASE_FILE)) === 0;
      const database = new host.binding.Database(DATABASE_FILE, { experimental: EXPERIMENTAL });
      database.connectSync();
      database.defaultSafeIntegers(true);
      if (isNew && spec.pageSize !== DEFAULT_PAGE_SIZE)
        execute(database, `PRAGMA page_size = ${spec.pageSize}`);
      const connection = new TursoConnection(this, database, this.#quirks);
      this.#connections.add(connection);
      return connection;
    });
  }

  close(): Outcome {
    let result: Outcome = DONE;
    for (const connection of this.#connections) {
      const outcome = connection.close();
      if (result === DONE) result = outcome;
    }
    this.drop();
    return result;
  }

  drop(): void {
    this.#death ??= { kind: 'panic', message: 'the instance was dropped', location: '' };
    this.#end();
  }

  /** Lets the engine work on no more than this fuel, and makes a value of whatever it throws. */
  attempt<T>(fuel: number, work: (host: Host) => T): T | Failure {
    const host = this.#host;
    if (host === null) return this.#death!;
    if (host.fuel !== null) host.fuel.value = Math.min(fuel, MAXIMUM_FUEL);
    try {
      return work(host);
    } catch (error) {
      const failure = this.#failureOf(error, host);
      if (isFatal(failure)) {
        this.#death = failure;
        this.#end();
      }
      return failure;
    }
  }

  forget(connection: TursoConnection): void {
    this.#connections.delete(connection);
  }

  #failureOf(error: unknown, host: Host): Failure {
    if (this.#world.disk.isOff) return { kind: 'cut' };
    if (error instanceof WebAssembly.RuntimeError && host.fuel?.value === 0) return { kind: 'fuel' };
    // A RangeError is an overflow of the stack.
    if (
      error instanceof WebAssembly.RuntimeError ||
      error instanceof RangeError ||
      error instanceof ProcessExit
    ) {
      return readPanic(host.printed, error.message);
    }
    if (isRefusal(error)) return classify(error.message);
    throw error;
  }

  #end(): void {
    if (this.#host === null) return;
    this.#host.release();
    this.#host = null;
    this.#connections.clear();
    this.#onEnd();
  }
}

const MAXIMUM_FUEL = 0x7fff_ffff;

class TursoConnection implements Connection {
  readonly kind = 'connection';
  readonly #instance: TursoInstance;
  readonly #database: BoundDatabase;
  readonly #quirks: Quirks;

  constructor(instance: TursoInstance, database: BoundDatabase, quirks: Quirks) {
    this.#instance = instance;
    this.#database = database;
    this.#quirks = quirks;
  }

  run(sql: string, fuel: number): Outcome {
    return this.#instance.attempt<Outcome>(fuel, () => this.#run(sql));
  }

  close(): Outcome {
    // Refused when no transaction is open.
    if (!this.#quirks.rollsBackOnClose) this.run('ROLLBACK', DEFAULT_FUEL);
    return this.#instance.attempt<Outcome>(DEFAULT_FUEL, () => {
      this.#database.close();
      this.#instance.forget(this);
      return DONE;
    });
  }

  #run(sql: string): Outcome {
    const database = this.#database;
    const word = FIRST_WORD.exec(sql)![1].toUpperCase();
    if (word === '') return DONE;
    const changesRows = CHANGING_WORDS.has(word);
    const before = changesRows ? database.totalChanges() : 0;
    const rows = execute(database, sql);
    const changes = changesRows && database.totalChanges() !== before ? database.changes() : 0;
    return { kind: 'rows', rows, changes };
  }
}

/** Runs the first statement of the text; throws what the binding throws. */
function execute(database: BoundDatabase, sql: string): Row[] {
  const statement = database.prepare(sql);
  const rows: Row[] = [];
  try {
    statement.raw(true);
    for (;;) {
      const step = statement.stepSync();
      if (step === Step.row) rows.push(statement.row());
      else if (step === Step.done) break;
      else database.ioLoopSync();
    }
  } catch (error) {
    if (isRefusal(error)) statement.finalize();
    throw error;
  }
  statement.finalize();
  return rows;
}

/** An error that the binding reports, as opposed to one that ends the instance. */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error;
}

/** The word after blanks, comments and empty statements; '' when there is no statement. */
const FIRST_WORD = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*(\w*)/;

const CHANGING_WORDS = new Set(['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'WITH']);
