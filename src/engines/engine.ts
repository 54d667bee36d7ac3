// What DIRT needs of a database. An adapter is an object with this interface; nothing else is registered anywhere.
//
// The rules, for somebody who writes an adapter:
// - `boot` opens the database file `DATABASE_FILE` in the given world and only there: file I/O goes to `world.disk`, time
//   comes from `world.clock`, randomness from `world.entropy`. An engine that cannot do this (it runs in another process,
//   say) copies the files of `world.disk` out at boot and back on close, drop and `copyBack`, and says `deterministic: false`.
// - Nothing that the engine does throws: a refusal, a panic or a hang is an Outcome. After a panic, a hang or a power cut
//   (`world.disk.isOff`) the caller drops the instance and boots a new one on what the disk kept.
// - A failing disk operation throws `DiskError` from the Disk's methods; hand it to the engine as the I/O error it knows.
// - A connection obeys `world.spec`: the page size and journal mode of a new database, synchronous=FULL (EXTRA with a
//   rollback journal, whose commit is the deletion of a file), busy timeout 0.
// - Rows hold exact values: INTEGER as bigint, REAL as number, −0.0 and infinities kept, TEXT with NULs, BLOB as Uint8Array.
// - Methods may return promises. Where an engine is synchronous, return plain values: promises cost time.
// - What `abilities` does not list is never asked for; see `checkPlan` in ability.ts.

import type { Statement } from '../sql/ast.ts';
import type { Failure, Outcome } from '../sql/index.ts';
import type { Abilities, World } from '../world/index.ts';

export type MaybePromise<T> = T | Promise<T>;

/** The name of the database on the simulated disk. */
export const DATABASE_FILE = 'test.db';

/** `program`: a program of any kind, in a process of its own. */
export type EngineBuild = 'WebAssembly' | 'native' | 'program';

export interface Engine {
  /** As it is written on the command line, without the version: `turso`. */
  readonly name: string;
  readonly version: string;
  readonly abilities: Abilities;
  /** How it is built, for reports. */
  readonly build?: EngineBuild;
  /** The code behind this version never changes, so that what a probe says of it may be kept. */
  readonly isPublished?: boolean;
  /** A fresh instance on the world's disk, with nothing left over from any other. */
  boot(world: World): MaybePromise<Boot>;
  /** Its build has changed: what was started before is not used again. Only an engine that is started before it is booted has it. */
  renew?(): MaybePromise<void>;
}

/** A booted engine, or what came of trying: opening a database that the disk kept can fail, panic or hang too. */
export type Boot = Instance | Failure;

export interface Instance {
  readonly kind: 'instance';
  /** Opens one more connection. The first `connect` may be the moment at which the file is opened. */
  connect(): MaybePromise<Connection | Failure>;
  /** Closes what is open, in good order. */
  close(): MaybePromise<Outcome>;
  /** Forgets the instance as if its process had died: no cleaning up, no further I/O; its memory is given back. */
  drop(): MaybePromise<void>;
  /**
   * Statements may be sent before those before them are answered: they are run in order, and nothing is run after one that ends the
   * instance. Only an engine that is far away has a use for it.
   */
  readonly takesAhead?: boolean;
  /** Brings `world.disk` up to date; only an engine that works on copies of its files has it. */
  copyBack?(): MaybePromise<void>;
}

export interface Connection {
  readonly kind: 'connection';
  /**
   * Runs the first statement of the text to its end and fetches all rows. `fuel` bounds the work, in loop iterations or
   * whatever the engine counts; when it is used up the outcome is `fuel`. `statement` is the same as data, for an engine
   * that has no use for text; most ignore it.
   */
  run(sql: string, fuel: number, statement?: Statement): MaybePromise<Outcome>;
  /**
   * Begins the first statement of the text, to be stepped through while others run on the same connection. Only an engine that says
   * `suspends` in its abilities has it.
   */
  start?(sql: string, fuel: number, statement?: Statement): MaybePromise<OpenStatement | Outcome>;
  /** Closes the connection; an open transaction is rolled back, and statements that are open are given up. */
  close(): MaybePromise<Outcome>;
}

/** A statement that was begun, until it is closed. After its end, or after a failure, it gives nothing more until it is reset. */
export interface OpenStatement {
  readonly kind: 'openStatement';
  /** Takes so many steps, each of which gives a row or is the end; the outcome says `isOpen` if it has not come to its end. */
  take(steps: number, fuel: number): MaybePromise<Outcome>;
  /** Goes back to before its first step: what it does from then on it does anew. */
  reset(): MaybePromise<Outcome>;
  /** It is no longer needed, wherever it stands. */
  close(): MaybePromise<Outcome>;
}
