// A booted engine in its world, with its open connections: what the executor talks to, and what a power cut replaces.

import { dialect } from '../dialect/index.ts';
import type { Boot, Connection, Engine, Instance, MaybePromise, OpenStatement } from '../engines/index.ts';
import type { Resumption, StepId } from '../plan/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import type { Statement } from '../sql/ast.ts';
import { integer } from '../sql/build.ts';
import { isFatal, isLacking, NOTHING, type Outcome } from '../sql/index.ts';
import {
  afterPowerCut,
  createWorld,
  type Disk,
  type Survival,
  type World,
  type WorldSpec,
} from '../world/index.ts';

/** Measures the time spent inside an engine; real time is injected by the caller. */
export interface Stopwatch {
  start(): void;
  stop(): void;
}

/** A statement that was left before its end. */
interface Left {
  readonly on: number;
  readonly opened: OpenStatement;
  readonly fuel: number;
}

const NO_STOPWATCH: Stopwatch = { start() {}, stop() {} };

export class Session {
  readonly #engine: Engine;
  readonly #stopwatch: Stopwatch;
  #world: World;
  #instance: Instance | null = null;
  readonly #connections = new Map<number, Connection>();
  readonly #open = new Map<StepId, Left>();

  constructor(engine: Engine, spec: WorldSpec, options: { disk?: Disk; stopwatch?: Stopwatch } = {}) {
    this.#engine = engine;
    this.#world = createWorld(spec, options.disk);
    this.#stopwatch = options.stopwatch ?? NO_STOPWATCH;
  }

  get disk(): Disk {
    return this.#world.disk;
  }

  /** The files as they are now, of an engine that is idle. */
  async files(): Promise<Map<string, Uint8Array>> {
    await this.#instance?.copyBack?.();
    return this.disk.files();
  }

  /** Boots; with the start image `checkpointed` on a new disk, makes that image first. */
  async start(): Promise<Outcome> {
    if (this.#world.spec.start === 'empty' || !this.disk.isEmpty) return this.#boot();
    for (const statement of START_IMAGE) {
      const outcome = await this.run(0, statement, DEFAULT_FUEL);
      // An engine that has no such pragma has nothing to checkpoint: closing it is enough.
      if (outcome.kind !== 'rows' && !(statement.kind === 'pragma' && isLacking(outcome))) return outcome;
    }
    const outcome = await this.reopen();
    this.disk.settle();
    return outcome;
  }

  /** Runs a statement on a connection, which is opened (and the engine booted) if it is not yet. */
  async run(
    on: number,
    statement: Statement,
    fuel: number,
    sql = dialect.print(statement),
  ): Promise<Outcome> {
    const connection = this.#connections.get(on) ?? (await this.#connect(on));
    if (connection.kind !== 'connection') return connection;
    this.#stopwatch.start();
    const running = connection.run(sql, fuel, statement);
    const outcome = running instanceof Promise ? await running : running;
    this.#stopwatch.stop();
    return isFatal(outcome) ? this.#fatal(outcome) : outcome;
  }

  /** Begins a statement, takes so many steps of it, and leaves it open under an id. */
  async begin(
    on: number,
    { id, steps }: { readonly id: StepId; readonly steps: number },
    statement: Statement,
    fuel: number,
    sql = dialect.print(statement),
  ): Promise<Outcome> {
    const connection = this.#connections.get(on) ?? (await this.#connect(on));
    if (connection.kind !== 'connection') return connection;
    if (connection.start === undefined)
      throw new Error('DIRT is wrong: the engine does not leave statements open');
    const opened = await this.#timed(() => connection.start?.(sql, fuel, statement) ?? NOTHING);
    if (opened.kind !== 'openStatement') return isFatal(opened) ? this.#fatal(opened) : opened;
    this.#open.set(id, { on, opened, fuel });
    return this.resume(id, { kind: 'advance', steps });
  }

  /** Goes on with a statement that was left, or ends it; nothing happens to one that is over. */
  async resume(id: StepId, how: Resumption): Promise<Outcome> {
    const left = this.#open.get(id);
    if (left === undefined) return NOTHING;
    const outcome = await this.#timed(() => resumed(left, how));
    if (isFatal(outcome)) return this.#fatal(outcome);
    if (how.kind === 'abandon') this.#open.delete(id);
    if (how.kind !== 'finish') return outcome;
    this.#open.delete(id);
    const closed = await this.#timed(() => left.opened.close());
    return closed.kind === 'rows' || outcome.kind !== 'rows'
      ? outcome
      : isFatal(closed)
        ? this.#fatal(closed)
        : closed;
  }

  /**
   * Sends a statement to an engine that has not answered those before it yet; the result waits for the answer. Null if the engine does
   * not take statements ahead, or not on this connection.
   */
  sendAhead(on: number, statement: Statement, fuel: number, sql: string): (() => Promise<Outcome>) | null {
    const connection = this.#instance?.takesAhead ? this.#connections.get(on) : undefined;
    if (connection === undefined) return null;
    const running = Promise.resolve(connection.run(sql, fuel, statement));
    // A run may end before it comes to this statement.
    running.catch(() => {});
    return async () => {
      const outcome = await this.#timed(() => running);
      return isFatal(outcome) ? this.#fatal(outcome) : outcome;
    };
  }

  /** Closes one connection. */
  async disconnect(on: number): Promise<Outcome> {
    const connection = this.#connections.get(on);
    if (connection === undefined) return NOTHING;
    this.#connections.delete(on);
    for (const [id, left] of this.#open) if (left.on === on) this.#open.delete(id);
    const outcome = await this.#timed(() => connection.close());
    return isFatal(outcome) ? this.#fatal(outcome) : outcome;
  }

  /** Closes everything in good order and boots again on the same disk. */
  async reopen(): Promise<Outcome> {
    const outcome = await this.close();
    return outcome.kind === 'rows' ? this.#boot() : outcome;
  }

  /** Hands the files to another engine, which runs these statements, and goes on with what it leaves behind. */
  async visit(visitor: Engine, statements: readonly Statement[]): Promise<Outcome> {
    const closed = await this.close();
    if (closed.kind !== 'rows') return closed;
    const visit = new Session(visitor, this.#world.spec, { disk: this.disk });
    let outcome = await visit.start();
    for (const statement of statements) {
      if (outcome.kind === 'rows') outcome = await visit.run(0, statement, DEFAULT_FUEL);
    }
    if (outcome.kind === 'rows') outcome = await visit.close();
    else await visit.drop();
    return outcome.kind === 'rows' ? this.#boot() : outcome;
  }

  async close(): Promise<Outcome> {
    if (this.#instance === null) return NOTHING;
    const instance = this.#instance;
    const outcome = await this.#timed(() => instance.close());
    if (isFatal(outcome)) return this.#fatal(outcome);
    this.#instance = null;
    this.#forget();
    return outcome;
  }

  /** The power goes off now, if it is not off already, and comes back: a new instance on what the disk kept. */
  async powerCut(survival: Survival): Promise<Outcome> {
    this.disk.powerOff();
    await this.drop();
    this.#world = afterPowerCut(this.#world, survival);
    return this.#boot();
  }

  clockJump(milliseconds: number): void {
    this.#world.clock.jump(milliseconds);
  }

  async drop(): Promise<void> {
    const instance = this.#instance;
    this.#instance = null;
    this.#forget();
    if (instance !== null) await this.#timed(() => instance.drop());
  }

  async #boot(): Promise<Outcome> {
    const booted: Boot = await this.#timed(() => this.#engine.boot(this.#world));
    if (booted.kind !== 'instance') return this.#fatal(booted);
    this.#instance = booted;
    const connection = await this.#connect(0);
    return connection.kind === 'connection' ? NOTHING : connection;
  }

  async #connect(on: number): Promise<Connection | Outcome> {
    if (this.#instance === null) {
      const outcome = await this.#boot();
      if (outcome.kind !== 'rows') return outcome;
      const first = this.#connections.get(on);
      if (first !== undefined) return first;
    }
    const instance = this.#instance;
    if (instance === null) throw new Error('DIRT is wrong: a booted session has an instance');
    const connection = await this.#timed(() => instance.connect());
    if (connection.kind === 'connection') this.#connections.set(on, connection);
    else if (isFatal(connection)) return this.#fatal(connection);
    return connection;
  }

  /** The instance is gone. */
  async #fatal(outcome: Outcome): Promise<Outcome> {
    await this.drop();
    return outcome;
  }

  #forget(): void {
    this.#connections.clear();
    this.#open.clear();
  }

  async #timed<T>(work: () => T | Promise<T>): Promise<T> {
    this.#stopwatch.start();
    const result = work();
    const settled = result instanceof Promise ? await result : result;
    this.#stopwatch.stop();
    return settled;
  }
}

function resumed({ opened, fuel }: Left, how: Resumption): MaybePromise<Outcome> {
  switch (how.kind) {
    case 'advance':
      return opened.take(how.steps, fuel);
    case 'finish':
      return opened.take(Number.POSITIVE_INFINITY, fuel);
    case 'reset':
      return opened.reset();
    case 'abandon':
      return opened.close();
  }
}

/** Leaves a database behind that exists on disk, with nothing in its log. */
const START_IMAGE: readonly Statement[] = [
  { kind: 'createTable', name: 'dirt_start', columns: [{ name: 'x', type: 'INTEGER' }] },
  { kind: 'insert', table: 'dirt_start', source: { kind: 'values', rows: [[integer(1)]] } },
  { kind: 'pragma', name: 'wal_checkpoint', form: '(', value: 'TRUNCATE' },
];
