// Engines with one planted bug: a real engine, with something between it and the world or between it and its user.

import {
  type Connection,
  DEFAULT_FUEL,
  type Engine,
  type Instance,
  type MaybePromise,
} from '../engines/engine.ts';
import { invariant } from '../errors.ts';
import type { Statement } from '../sql/ast.ts';
import type { Outcome } from '../sql/outcome.ts';
import type { Disk } from '../world/disk.ts';
import type { World } from '../world/world.ts';
import { tampered } from './tampered-disk.ts';
import type { WorkloadName } from './workload.ts';

/** A planted bug. It has a trigger: most statements, and a plan without the trigger, see nothing of it. */
export interface Mutant {
  readonly name: string;
  /** What is planted, in one sentence. */
  readonly plants: string;
  /** The plans in which it is looked for. */
  readonly workload: WorkloadName;
  /** Called once for each database that a plan brings to life; what it keeps lasts over reopening and power cuts. */
  readonly plant: () => Hooks;
}

export interface Hooks {
  /** In the place of running a statement. */
  readonly run?: (call: Call) => Outcome;
  /** In the place of opening the database; gives what went wrong, or null. */
  readonly boot?: (start: Start) => Outcome | null;
  /** Before the database is closed in good order. */
  readonly close?: (run: (sql: string) => Outcome) => void;
  /** Methods in the place of those of the disk. */
  readonly disk?: (disk: Disk) => Partial<Disk>;
}

export interface Call {
  readonly sql: string;
  readonly statement: Statement;
  /** The connection's number: 0 for the first that was opened. */
  readonly connection: number;
  /** What the engine makes of the statement, or of another text. */
  go(sql?: string): Outcome;
  /** What the engine makes of a text on another connection; null if it is not open. */
  goOn(connection: number, sql: string): Outcome | null;
}

export interface Start {
  readonly disk: Disk;
  /** The instance before this one was not closed: its process died, or the power went off. */
  readonly afterCrash: boolean;
  run(sql: string): Outcome;
}

interface Life {
  readonly hooks: Hooks;
  isOpen: boolean;
}

export function mutantOf(engine: Engine, { name, plant }: Pick<Mutant, 'name' | 'plant'>): Engine {
  // A world's clock outlives reopening and power cuts, and no two plans share one.
  const lives = new WeakMap<World['clock'], Life>();
  const lifeIn = ({ clock }: World): Life => {
    let life = lives.get(clock);
    if (life === undefined) lives.set(clock, (life = { hooks: plant(), isOpen: false }));
    return life;
  };
  return {
    ...engine,
    name: `${engine.name} with ${name}`,
    boot: async (world) => {
      const life = lifeIn(world);
      const disk = life.hooks.disk ? tampered(world.disk, life.hooks.disk(world.disk)) : world.disk;
      const booted = await engine.boot({ ...world, disk });
      return booted.kind === 'instance' ? new MutantInstance(booted, life, disk) : booted;
    },
  };
}

class MutantInstance implements Instance {
  readonly kind = 'instance';
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
  }

  async connect() {
    const connection = await this.#instance.connect();
    if (connection.kind !== 'connection') return connection;
    const free = this.#connections.indexOf(null);
    const number = free < 0 ? this.#connections.length : free;
    this.#connections[number] = connection;
    if (!this.#isStarted) {
      const failure = this.#start(connection);
      if (failure !== null && failure.kind !== 'rows') return failure;
    }
    return this.#mutated(connection, number);
  }

  close(): MaybePromise<Outcome> {
    const open = this.#connections.find((connection) => connection !== null);
    if (open) this.#life.hooks.close?.((sql) => now(open.run(sql, DEFAULT_FUEL)));
    this.#life.isOpen = false;
    return this.#instance.close();
  }

  drop(): MaybePromise<void> {
    return this.#instance.drop();
  }

  #start(connection: Connection): Outcome | null {
    this.#isStarted = true;
    const afterCrash = this.#life.isOpen;
    this.#life.isOpen = true;
    const run = (sql: string) => now(connection.run(sql, DEFAULT_FUEL));
    return this.#life.hooks.boot?.({ disk: this.#disk, afterCrash, run }) ?? null;
  }

  #mutated(connection: Connection, number: number): Connection {
    const { run } = this.#life.hooks;
    return {
      kind: 'connection',
      run: (sql, fuel, statement) => {
        if (run === undefined) return connection.run(sql, fuel);
        invariant(statement !== undefined, 'a mutant is told the statement as data');
        return run({
          sql,
          statement,
          connection: number,
          go: (other = sql) => now(connection.run(other, fuel)),
          goOn: (on, other) => {
            const elsewhere = this.#connections[on];
            return elsewhere ? now(elsewhere.run(other, fuel)) : null;
          },
        });
      },
      close: () => {
        this.#connections[number] = null;
        return connection.close();
      },
    };
  }
}

/** Engines with a planted bug run in this process and do not make anybody wait. */
function now(outcome: MaybePromise<Outcome>): Outcome {
  invariant(!(outcome instanceof Promise), 'the engine under a mutant is synchronous');
  return outcome;
}
