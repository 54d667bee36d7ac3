// A booted Turso and its connections.

import { DEFAULT_FUEL } from '../../planning/index.ts';
import { type Failure, isFatal, NOTHING, type Outcome } from '../../sql/index.ts';
import type { World } from '../../world/index.ts';
import { type Connection, DATABASE_FILE, type Instance, type OpenStatement } from '../engine.ts';
import { BoundConnection, type BoundOpenStatement, EndlessRows, isRefusal } from './bound-connection.ts';
import { classify } from './classify.ts';
import { functionOf, readPanic } from './panic.ts';
import type { InstancePool } from './pool.ts';
import type { Quirks } from './quirks.ts';
import type { RunningModule } from './running-module.ts';
import { ProcessExit } from './wasi.ts';

/** The counter is a signed word. */
const MAXIMUM_FUEL = 0x7fff_ffff;

export class TursoInstance implements Instance {
  readonly kind = 'instance';
  readonly #world: World;
  readonly #quirks: Quirks;
  readonly #pool: InstancePool;
  #module: RunningModule | null;
  /** How the instance died; every later call gets the same answer. */
  #death: Failure | null = null;
  readonly #connections = new Set<TursoConnection>();

  constructor(pool: InstancePool, world: World, quirks: Quirks) {
    this.#world = world;
    this.#quirks = quirks;
    this.#pool = pool;
    this.#module = pool.boot(world);
  }

  connect(): Connection | Failure {
    return this.attempt(DEFAULT_FUEL, (module) => {
      const { disk, spec } = this.#world;
      const isNew = !disk.exists(DATABASE_FILE) || disk.size(disk.open(DATABASE_FILE)) === 0;
      // The binding opens databases with synchronous I/O only.
      module.isAsynchronous = false;
      const bound = new BoundConnection(module.binding, DATABASE_FILE, isNew ? spec.pageSize : null, module);
      module.isAsynchronous = spec.asyncIo !== undefined;
      const connection = new TursoConnection(this, bound, this.#quirks);
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
  attempt<T>(fuel: number, work: (module: RunningModule) => T): T | Failure {
    const module = this.#module;
    if (module === null) return this.#death!;
    if (module.fuel !== null) module.fuel.value = Math.max(1, Math.min(fuel, MAXIMUM_FUEL));
    try {
      return work(module);
    } catch (error) {
      const failure = this.#failureOf(error, module);
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

  #failureOf(error: unknown, module: RunningModule): Failure {
    if (this.#world.disk.isOff) return { kind: 'cut' };
    if (error instanceof WebAssembly.RuntimeError && module.fuel?.value === 0) return { kind: 'fuel' };
    // A RangeError is an overflow of the stack.
    if (
      error instanceof WebAssembly.RuntimeError ||
      error instanceof RangeError ||
      error instanceof ProcessExit
    ) {
      const within = functionOf(error);
      return { ...readPanic(module.printed, error.message), ...(within !== '' && { within }) };
    }
    if (error instanceof EndlessRows) return { kind: 'fuel' };
    if (isRefusal(error)) return classify(error.message);
    throw error;
  }

  #end(): void {
    if (this.#module === null) return;
    this.#pool.giveBack(this.#module);
    this.#module = null;
    this.#connections.clear();
  }
}

class TursoConnection implements Connection {
  readonly kind = 'connection';
  readonly #instance: TursoInstance;
  readonly #bound: BoundConnection;
  readonly #quirks: Quirks;

  constructor(instance: TursoInstance, bound: BoundConnection, quirks: Quirks) {
    this.#instance = instance;
    this.#bound = bound;
    this.#quirks = quirks;
  }

  run(sql: string, fuel: number): Outcome {
    return this.#instance.attempt<Outcome>(fuel, ({ fuel: left }) => {
      const given = left?.value;
      const outcome = this.#bound.run(sql, this.#quirks);
      if (outcome.kind !== 'rows' || left === null || given === undefined) return outcome;
      return { ...outcome, cost: given - left.value };
    });
  }

  start(sql: string, fuel: number): OpenStatement | Outcome {
    return this.#instance.attempt<OpenStatement | Outcome>(fuel, () => {
      const bound = this.#bound.start(sql);
      return bound === null ? NOTHING : new TursoOpenStatement(this.#instance, bound);
    });
  }

  close(): Outcome {
    return this.#instance.attempt<Outcome>(DEFAULT_FUEL, () => {
      this.#bound.close(this.#quirks);
      this.#instance.forget(this);
      return NOTHING;
    });
  }
}

class TursoOpenStatement implements OpenStatement {
  readonly kind = 'openStatement';
  readonly #instance: TursoInstance;
  readonly #bound: BoundOpenStatement;

  constructor(instance: TursoInstance, bound: BoundOpenStatement) {
    this.#instance = instance;
    this.#bound = bound;
  }

  take(steps: number, fuel: number): Outcome {
    return this.#instance.attempt<Outcome>(fuel, () => this.#bound.take(steps));
  }

  reset(): Outcome {
    return this.#ended(() => this.#bound.reset());
  }

  close(): Outcome {
    return this.#ended(() => this.#bound.close());
  }

  #ended(end: () => void): Outcome {
    return this.#instance.attempt<Outcome>(DEFAULT_FUEL, () => {
      end();
      return NOTHING;
    });
  }
}
