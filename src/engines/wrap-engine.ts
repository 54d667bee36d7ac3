// An engine with hooks around its statements, its boot and its disk: for planting bugs, and for adapters that change little.
// Works with any engine; where that one is synchronous and the hooks are, the wrapped one is too.

import { dialect } from '../dialect/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import type { Statement } from '../sql/ast.ts';
import { NOTHING, type Outcome, type Row, type Rows } from '../sql/index.ts';
import { type Disk, tampered, type World } from '../world/index.ts';
import type { Connection, Engine, Instance, MaybePromise, OpenStatement } from './engine.ts';

/** What happens around a statement, in this order: `statement`, `run`, `rows`. */
export interface EngineHooks {
  /** What is run in the place of the statement; the same to leave it as it is. */
  readonly statement?: (statement: Statement) => Statement;
  /** In the place of running the statement. */
  readonly run?: (call: StatementCall) => MaybePromise<Outcome>;
  /** In the place of what is done with a statement that was left before its end. */
  readonly resume?: (call: ResumeCall) => MaybePromise<Outcome>;
  /** What is told in the place of the rows of a statement that succeeds. */
  readonly rows?: (rows: Rows, call: StatementCall) => MaybePromise<Outcome>;
  /** After the database was opened; gives what went wrong, or null. */
  readonly boot?: (call: BootCall) => MaybePromise<Outcome | null>;
  /** Before the database is closed in good order. */
  readonly close?: (run: RunSql) => MaybePromise<void>;
  /** Methods in the place of those of the disk. */
  readonly disk?: (disk: Disk) => Partial<Disk>;
}

/** What the engine makes of a text. */
export type RunSql = (sql: string) => MaybePromise<Outcome>;

export interface StatementCall {
  /** The statement as data; a script is text, and its statements are raw. */
  readonly statement: Statement;
  /** The statement as SQL. */
  readonly text: string;
  /** Bounds the work of the statement. */
  readonly fuel: number;
  /** The connection's number: 0 for the first that was opened. */
  readonly connection: number;
  /** What the engine makes of the statement, or of another text. */
  go(sql?: string): MaybePromise<Outcome>;
  /** What the engine makes of a text on another connection; null if that one is not open. */
  goOn(connection: number, sql: string): MaybePromise<Outcome> | null;
}

export interface ResumeCall extends Pick<StatementCall, 'connection' | 'statement' | 'text'> {
  /** Steps are taken, as many as are left if it says `Infinity`; or it goes back to before its first one, or is given up or over. */
  readonly how: { readonly kind: 'take'; readonly steps: number } | { readonly kind: 'reset' | 'close' };
  /** All rows that it has given since it was begun. */
  readonly given: readonly Row[];
  /** Does it. */
  go(): MaybePromise<Outcome>;
  /** What the engine makes of a text on the same connection. */
  run(sql: string): MaybePromise<Outcome>;
}

export interface BootCall {
  /** The disk that the database lies on. */
  readonly disk: Disk;
  /** The instance before this one was not closed: its process died, or the power went off. */
  readonly afterCrash: boolean;
  /** What the engine makes of a text on its first connection. */
  readonly run: RunSql;
}

/** A database from its first boot to its last, reopening and power cuts included. */
interface Life {
  readonly hooks: EngineHooks;
  isOpen: boolean;
}

/**
 * The engine with these hooks. `hooks` is called once for each database that comes to life, so what it keeps lasts over reopening and
 * power cuts.
 */
export function wrapEngine(engine: Engine, hooks: () => EngineHooks): Engine {
  // A world's clock outlives reopening and power cuts, and no two plans share one.
  const lives = new WeakMap<World['clock'], Life>();
  const lifeIn = ({ clock }: World): Life => {
    let life = lives.get(clock);
    if (life === undefined) lives.set(clock, (life = { hooks: hooks(), isOpen: false }));
    return life;
  };
  return {
    // Reading these starts a program, so they are read lazily.
    get name() {
      return engine.name;
    },
    get version() {
      return engine.version;
    },
    get abilities() {
      return engine.abilities;
    },
    get build() {
      return engine.build;
    },
    boot: (world) => {
      const life = lifeIn(world);
      const disk = life.hooks.disk ? tampered(world.disk, life.hooks.disk(world.disk)) : world.disk;
      return after(engine.boot({ ...world, disk }), (booted) =>
        booted.kind === 'instance' ? new WrappedInstance(booted, life, disk) : booted,
      );
    },
    renew: () => engine.renew?.(),
  };
}

class WrappedInstance implements Instance {
  readonly kind = 'instance';
  readonly copyBack?: () => MaybePromise<void>;
  readonly #instance: Instance;
  readonly #life: Life;
  readonly #disk: Disk;
  /** By number; null for those that were closed, whose number goes to the next. */
  readonly #connections: (Connection | null)[] = [];
  #isStarted = false;

  constructor(instance: Instance, life: Life, disk: Disk) {
    this.#instance = instance;
    this.#life = life;
    this.#disk = disk;
    if (instance.copyBack !== undefined) this.copyBack = () => instance.copyBack?.();
  }

  connect(): ReturnType<Instance['connect']> {
    return after(this.#instance.connect(), (connection) => {
      if (connection.kind !== 'connection') return connection;
      const free = this.#connections.indexOf(null);
      const number = free < 0 ? this.#connections.length : free;
      this.#connections[number] = connection;
      const wrapped = this.#wrapped(connection, number);
      return after(this.#start(connection), (failure) =>
        failure === null || failure.kind === 'rows' ? wrapped : failure,
      );
    });
  }

  close(): MaybePromise<Outcome> {
    const open = this.#connections.find((connection) => connection !== null);
    const closing = open && this.#life.hooks.close?.(sqlOn(open));
    return after(closing, () => {
      this.#life.isOpen = false;
      return this.#instance.close();
    });
  }

  drop(): MaybePromise<void> {
    return this.#instance.drop();
  }

  #start(connection: Connection): MaybePromise<Outcome | null> {
    if (this.#isStarted) return null;
    this.#isStarted = true;
    const afterCrash = this.#life.isOpen;
    this.#life.isOpen = true;
    return this.#life.hooks.boot?.({ disk: this.#disk, afterCrash, run: sqlOn(connection) }) ?? null;
  }

  #wrapped(connection: Connection, number: number): Connection {
    const { statement: change, run, rows, resume } = this.#life.hooks;
    const start: Connection['start'] = (sql, fuel, given = { kind: 'raw', sql, changes: [] }) => {
      const statement = change?.(given) ?? given;
      const text = statement === given ? sql : dialect.print(statement);
      return after(connection.start?.(text, fuel, statement) ?? NOTHING, (opened) =>
        opened.kind !== 'openStatement' || resume === undefined
          ? opened
          : wrappedStatement(opened, resume, {
              ...{ connection: number, statement, text },
              run: (other) => connection.run(other, fuel),
            }),
      );
    };
    return {
      kind: 'connection',
      ...(connection.start !== undefined && { start }),
      // Scripts are text only.
      run: (sql, fuel, given = { kind: 'raw', sql, changes: [] }) => {
        const statement = change?.(given) ?? given;
        const text = statement === given ? sql : dialect.print(statement);
        const call: StatementCall = {
          statement,
          text,
          fuel,
          connection: number,
          go: (other) =>
            other === undefined ? connection.run(text, fuel, statement) : connection.run(other, fuel),
          goOn: (on, other) => this.#connections[on]?.run(other, fuel) ?? null,
        };
        const outcome = run === undefined ? call.go() : run(call);
        if (rows === undefined) return outcome;
        return after(outcome, (told) => (told.kind === 'rows' ? rows(told, call) : told));
      },
      close: () => {
        this.#connections[number] = null;
        return connection.close();
      },
    };
  }
}

function wrappedStatement(
  opened: OpenStatement,
  resume: NonNullable<EngineHooks['resume']>,
  call: Omit<ResumeCall, 'given' | 'go' | 'how'>,
): OpenStatement {
  let given: readonly Row[] = [];
  const told = (how: ResumeCall['how'], go: () => MaybePromise<Outcome>): MaybePromise<Outcome> =>
    after(resume({ ...call, how, given, go }), (outcome) => {
      given = how.kind === 'reset' || outcome.kind !== 'rows' ? [] : [...given, ...outcome.rows];
      return outcome;
    });
  return {
    kind: 'openStatement',
    take: (steps, fuel) => told({ kind: 'take', steps }, () => opened.take(steps, fuel)),
    reset: () => told({ kind: 'reset' }, () => opened.reset()),
    close: () => told({ kind: 'close' }, () => opened.close()),
  };
}

function sqlOn(connection: Connection): RunSql {
  return (sql) => connection.run(sql, DEFAULT_FUEL);
}

/** Promises cost time: a value that is no promise is passed on synchronously. */
function after<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
