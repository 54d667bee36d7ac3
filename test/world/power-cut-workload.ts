// What the power-cut suite interrupts: a table with an index, written by single statements and by transactions, with
// rollbacks, checkpoints and reconnections in between. It remembers what the database must hold.

import type { Connection, Engine, Instance } from '../../src/engines/engine.ts';
import { DEFAULT_FUEL } from '../../src/planning/limits.ts';
import type { Random } from '../../src/random.ts';
import type { World } from '../../src/world/world.ts';

export const TABLE = 't';

const ACTIONS = 40;
const KEYS = 50;

type Contents = ReadonlyMap<number, string>;

interface Write {
  readonly sql: string;
  readonly apply: (contents: Map<number, string>) => void;
}

/** Thrown inside of a workload to leave it. */
class Interrupted extends Error {}

export class PowerCutWorkload {
  readonly #engine: Engine;
  readonly #world: World;
  readonly #random: Random;
  #instance: Instance | null = null;
  #connection: Connection | null = null;

  /** What the last acknowledged commit left; null: the table is not there yet. */
  acknowledged: Contents | null = null;
  /** What the statement that is running leaves if it commits; undefined when none that commits is running. */
  pending: Contents | undefined;
  lastSql = '';

  constructor(engine: Engine, world: World, random: Random) {
    this.#engine = engine;
    this.#world = world;
    this.#random = random;
  }

  /** Returns what went wrong, the power cut included; null at its regular end. */
  async run(): Promise<string | null> {
    try {
      await this.#connect();
      await this.#commit(`CREATE TABLE ${TABLE} (a INTEGER PRIMARY KEY, b TEXT)`, new Map());
      await this.#commit(`CREATE INDEX i ON ${TABLE} (b)`, new Map());
      for (let i = 0; i < ACTIONS; i++) await this.#act();
      return null;
    } catch (error) {
      if (error instanceof Interrupted) return `${this.lastSql.slice(0, 50)}: ${error.message}`;
      throw error;
    }
  }

  async drop(): Promise<void> {
    await this.#instance?.drop();
  }

  async #act(): Promise<void> {
    const random = this.#random;
    await random.weighted([
      [13, () => this.#writeOnce()],
      [4, () => this.#transaction()],
      [2, () => this.#checkpoint()],
      [1, () => this.#reconnect()],
    ])();
  }

  async #writeOnce(): Promise<void> {
    const write = this.#randomWrite();
    const next = new Map(this.acknowledged);
    write.apply(next);
    await this.#commit(write.sql, next);
  }

  async #transaction(): Promise<void> {
    const next = new Map(this.acknowledged);
    await this.#execute('BEGIN');
    const writes = this.#random.between(1, 5);
    for (let i = 0; i < writes; i++) {
      const write = this.#randomWrite();
      write.apply(next);
      await this.#execute(write.sql);
    }
    if (this.#random.oneIn(4)) await this.#execute('ROLLBACK');
    else await this.#commit('COMMIT', next);
  }

  async #checkpoint(): Promise<void> {
    const mode = this.#random.pick(['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']);
    if (this.#world.spec.journalMode === 'wal') await this.#execute(`PRAGMA wal_checkpoint(${mode})`);
  }

  async #reconnect(): Promise<void> {
    this.lastSql = '(close)';
    const closed = await this.#connection!.close();
    if (this.#world.disk.isOff || closed.kind !== 'rows') throw new Interrupted(closed.kind);
    await this.#connect();
  }

  async #connect(): Promise<void> {
    this.lastSql = '(open)';
    if (this.#instance === null) {
      const booted = await this.#engine.boot(this.#world);
      if (booted.kind !== 'instance') throw new Interrupted(booted.kind);
      this.#instance = booted;
    }
    const connection = await this.#instance.connect();
    if (connection.kind !== 'connection') throw new Interrupted(connection.kind);
    this.#connection = connection;
  }

  async #commit(sql: string, next: Contents): Promise<void> {
    this.pending = next;
    await this.#execute(sql);
    this.acknowledged = next;
    this.pending = undefined;
  }

  async #execute(sql: string): Promise<void> {
    this.lastSql = sql;
    const outcome = await this.#connection!.run(sql, DEFAULT_FUEL);
    if (this.#world.disk.isOff) throw new Interrupted('the power is off');
    if (outcome.kind !== 'rows') throw new Interrupted('message' in outcome ? outcome.message : outcome.kind);
  }

  #randomWrite(): Write {
    const random = this.#random;
    const key = random.below(KEYS);
    const value = 'v'.repeat(random.below(900)) + random.below(1000);
    return random.weighted<Write>([
      [
        2,
        {
          sql: `INSERT OR REPLACE INTO ${TABLE} VALUES (${key}, '${value}')`,
          apply: (contents) => contents.set(key, value),
        },
      ],
      [
        1,
        {
          sql: `UPDATE ${TABLE} SET b = '${value}' WHERE a < ${key >> 2}`,
          apply: (contents) => {
            for (const a of contents.keys()) if (a < key >> 2) contents.set(a, value);
          },
        },
      ],
      [1, { sql: `DELETE FROM ${TABLE} WHERE a = ${key}`, apply: (contents) => contents.delete(key) }],
    ]);
  }
}
