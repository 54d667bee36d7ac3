// An engine in a process of its own, working on copies of the world's files in a temporary folder.

import { join } from 'node:path';
import { DirtError } from '../../errors.ts';
import { DEFAULT_FUEL } from '../../planning/index.ts';
import { type Failure, isFatal, type Outcome, type Panic, refused } from '../../sql/index.ts';
import type { World } from '../../world/index.ts';
import { type Boot, type Connection, DATABASE_FILE, type Instance } from '../engine.ts';
import { breach } from './breach.ts';
import { filesIn, putFiles } from './copied-files.ts';
import { namesFile } from './names-files.ts';
import { removeFolder } from './process-home.ts';
import type { PooledProcess, ProcessPool } from './process-pool.ts';
import type { Request } from './requests.ts';

/** What small statements are given. */
const SMALL_FUEL = DEFAULT_FUEL / 10;
/** A process needs a second to start. */
const LEAST_MS = 1_000;
/** Below the minute after which the supervisor replaces a worker without progress. */
const MOST_MS = 50_000;
/** For closing what nobody asks about any more. */
const LITTLE_FUEL = 1;

/** Worlds whose files an engine has made unreadable: what is tried with them later fails for that reason, and for no other. */
const spoilt = new WeakMap<World, Panic>();

const DROPPED: Failure = { kind: 'panic', message: 'the instance was dropped', location: '' };

export class ProcessInstance implements Instance {
  readonly kind = 'instance';
  readonly #world: World;
  readonly #pool: ProcessPool;
  readonly #pooled: PooledProcess;
  readonly #folder: string;
  #connections = 0;
  #killing: Promise<void> | null = null;
  /** How the instance ended; every later request gets the same answer. */
  #end: Failure | null = null;

  static async boot(world: World, pool: ProcessPool): Promise<Boot> {
    const reason = spoilt.get(world);
    if (reason !== undefined) return reason;
    const files = world.disk.files();
    const pooled = await taken(pool);
    if ('kind' in pooled) return pooled;
    const booted = await bootIn(pooled, files, world, pool);
    if (booted.kind === 'instance' || pooled.boots === 1) return booted;
    // What the process has served before may be to blame, which must not be laid to this database.
    world.disk.replaceFiles(files);
    const fresh = await taken(pool, true);
    if ('kind' in fresh) return fresh;
    const again = await bootIn(fresh, files, world, pool);
    if (again.kind !== 'instance') return again;
    const mistake = pool.mistakeIn(booted);
    if (mistake === null) return again;
    await again.drop();
    return breach(mistake);
  }

  constructor(world: World, pool: ProcessPool, pooled: PooledProcess) {
    this.#world = world;
    this.#pool = pool;
    this.#pooled = pooled;
    this.#folder = pooled.process.makeFolder();
  }

  /** A program that says more or less than one line per request is found out while it is asked one thing at a time. */
  get takesAhead(): boolean {
    return this.#pooled.boots > 1;
  }

  async open(files: ReadonlyMap<string, Uint8Array>): Promise<Outcome> {
    try {
      putFiles(this.#folder, files);
    } catch (error) {
      return unusable('written', error);
    }
    const { pageSize, journalMode, seed } = this.#world.spec;
    const isNew = (files.get(DATABASE_FILE)?.length ?? 0) === 0;
    const database = join(this.#folder, DATABASE_FILE);
    return this.ask({ do: 'open', database, isNew, pageSize, journalMode, seed });
  }

  async connect(): Promise<Connection | Failure> {
    const connection = this.#connections++;
    const outcome = await this.ask({ do: 'connect', connection });
    return outcome.kind === 'rows' ? new ProcessConnection(this, connection) : outcome;
  }

  async close(): Promise<Outcome> {
    const outcome = await this.ask({ do: 'close' });
    if (this.#end !== null) return outcome;
    const trouble = this.#copyBack();
    await this.#leave(trouble ?? outcome);
    return trouble ?? outcome;
  }

  /** A kill kills. Otherwise nobody cares for what the engine does after this, and a process that can be closed is used again. */
  async drop(): Promise<void> {
    // What was sent ahead is still going on, and files that are written to cannot be copied.
    await this.#pooled.process.answered();
    if (this.#end !== null) return;
    const { process, opensAgain } = this.#pooled;
    if (this.#world.disk.isOff || !opensAgain || !process.isAlive) return this.kill();
    this.#copyBack();
    this.#end = DROPPED;
    await this.#leave(await this.#asked({ do: 'close' }, LITTLE_FUEL));
  }

  /** What the process wrote is durable: it dies, and not the machine. */
  kill(end: Failure = DROPPED): Promise<void> {
    return (this.#killing ??= this.#kill(end));
  }

  async #kill(end: Failure): Promise<void> {
    if (this.#end !== null) return;
    await this.#pooled.process.stop();
    this.#copyBack();
    this.#end = end;
    await this.#pool.replace(this.#pooled);
  }

  copyBack(): void {
    // Files that cannot be read are as good as gone.
    if (this.#copyBack() !== null) this.#world.disk.replaceFiles([]);
  }

  /** What went wrong with it, if anything did. */
  #copyBack(): Panic | null {
    if (this.#end !== null) return null;
    try {
      this.#world.disk.replaceFiles(filesIn(this.#folder));
      return null;
    } catch (error) {
      const trouble = unusable('read', error);
      spoilt.set(this.#world, trouble);
      return trouble;
    }
  }

  async ask(request: Request, fuel: number = DEFAULT_FUEL): Promise<Outcome> {
    if (this.#end !== null) return this.#end;
    const outcome = await this.#asked(request, fuel);
    if (isFatal(outcome)) await this.kill(outcome as Failure);
    return outcome;
  }

  /** What is no answer is an outcome, too: it belongs to the request, and the process to nobody. */
  async #asked(request: Request, fuel: number): Promise<Outcome> {
    const { timeoutMs } = this.#pool.launch;
    const timeLimitMs = Math.min(MOST_MS, Math.max(LEAST_MS, (timeoutMs * fuel) / SMALL_FUEL));
    try {
      return await this.#pooled.process.ask(request, timeLimitMs);
    } catch (error) {
      if (error instanceof DirtError) return breach(error);
      throw error;
    }
  }

  /** After its database was closed, the process is free, unless that went wrong. */
  async #leave(closed: Outcome): Promise<void> {
    this.#end = DROPPED;
    if (closed.kind !== 'rows') return this.#pool.replace(this.#pooled);
    removeFolder(this.#folder);
    await this.#pool.giveBack(this.#pooled);
  }
}

/** A process, or what is wrong with a program of which others have started. */
async function taken(pool: ProcessPool, isFresh = false): Promise<PooledProcess | Panic> {
  const isFirst = !pool.hasStarted;
  try {
    return await (isFresh ? pool.takeFresh() : pool.take());
  } catch (error) {
    if (isFirst || !(error instanceof DirtError)) throw error;
    return breach(error);
  }
}

/** An engine works in its folder, and leaves files there that can be read. */
function unusable(verb: 'read' | 'written', error: unknown): Panic {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  const message = `the files in its working folder cannot be ${verb} (${code})`;
  return { kind: 'panic', message, location: '', breach: message };
}

async function bootIn(
  pooled: PooledProcess,
  files: ReadonlyMap<string, Uint8Array>,
  world: World,
  pool: ProcessPool,
): Promise<Boot> {
  const instance = new ProcessInstance(world, pool, pooled);
  const outcome = await instance.open(files);
  if (outcome.kind === 'rows') return instance;
  await instance.kill();
  return outcome;
}

class ProcessConnection implements Connection {
  readonly kind = 'connection';
  readonly #instance: ProcessInstance;
  readonly #connection: number;

  constructor(instance: ProcessInstance, connection: number) {
    this.#instance = instance;
    this.#connection = connection;
  }

  async run(sql: string, fuel: number): Promise<Outcome> {
    if (namesFile(sql)) return refused('unsupported', 'DIRT lets no SQL name files of this machine');
    return this.#instance.ask({ do: 'run', connection: this.#connection, sql }, fuel);
  }

  close(): Promise<Outcome> {
    return this.#instance.ask({ do: 'disconnect', connection: this.#connection });
  }
}
