// A booted Turso and its connections.

import { isFatal, NOTHING, type Outcome } from '../../sql/index.ts';
import type { World } from '../../world/index.ts';
import { type Connection, DATABASE_FILE, DEFAULT_FUEL, type Instance } from '../engine.ts';
import { classify } from './classify.ts';
import { Host } from './host.ts';
import { readPanic } from './panic.ts';
import type { Quirks } from './quirks.ts';
import { isRefusal, Session } from './session.ts';
import { ProcessExit } from './wasi.ts';

/** The counter is a signed word. */
const MAXIMUM_FUEL = 0x7fff_ffff;

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
      const session = new Session(host.binding, DATABASE_FILE, isNew ? spec.pageSize : null);
      const connection = new TursoConnection(this, session, this.#quirks);
      this.#connections.add(connection);
      return connection;
    });
  }

  close(): Outcome {
    let result: Outcome = NOTHING;
    for (const connection of this.#connections) {
      const outcome = connection.close();
      if (result === NOTHING) result = outcome;
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
    if (host.fuel !== null) host.fuel.value = Math.max(1, Math.min(fuel, MAXIMUM_FUEL));
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

class TursoConnection implements Connection {
  readonly kind = 'connection';
  readonly #instance: TursoInstance;
  readonly #session: Session;
  readonly #quirks: Quirks;

  constructor(instance: TursoInstance, session: Session, quirks: Quirks) {
    this.#instance = instance;
    this.#session = session;
    this.#quirks = quirks;
  }

  run(sql: string, fuel: number): Outcome {
    return this.#instance.attempt<Outcome>(fuel, () => this.#session.run(sql, this.#quirks));
  }

  close(): Outcome {
    return this.#instance.attempt<Outcome>(DEFAULT_FUEL, () => {
      this.#session.close(this.#quirks);
      this.#instance.forget(this);
      return NOTHING;
    });
  }
}
