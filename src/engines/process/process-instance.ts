// An engine in a process of its own, working on copies of the world's files in a temporary folder.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DEFAULT_FUEL } from '../../planning/index.ts';
import { type Failure, isFatal, type Outcome } from '../../sql/index.ts';
import type { World } from '../../world/index.ts';
import { type Boot, type Connection, DATABASE_FILE, type Instance, type MaybePromise } from '../engine.ts';
import { makeFolder, removeFolder } from './engine-folder.ts';
import type { EngineProcess } from './engine-process.ts';
import type { Request } from './requests.ts';

export interface Launch {
  /** How long a small statement may take; one with more fuel may take longer in proportion. */
  readonly timeoutMs: number;
  /** A process that is ready to be asked, or about to be. What it throws is the user's mistake. */
  start(folder: string): MaybePromise<EngineProcess>;
}

/** What small statements are given. */
const SMALL_FUEL = DEFAULT_FUEL / 10;
/** A process needs a second to start. */
const LEAST_MS = 1_000;
/** Below the minute after which the supervisor replaces a worker without progress. */
const MOST_MS = 50_000;

export class ProcessInstance implements Instance {
  readonly kind = 'instance';
  readonly #world: World;
  readonly #process: EngineProcess;
  readonly #timeoutMs: number;
  #connections = 0;
  /** How the instance ended; every later request gets the same answer. */
  #end: Failure | null = null;

  static async boot(world: World, { start, timeoutMs }: Launch): Promise<Boot> {
    const folder = makeFolder();
    const files = world.disk.files();
    putFiles(folder, files);
    let engine: EngineProcess;
    try {
      engine = await start(folder);
    } catch (error) {
      removeFolder(folder);
      throw error;
    }
    const instance = new ProcessInstance(world, engine, timeoutMs);
    const { pageSize, journalMode, seed } = world.spec;
    const isNew = (files.get(DATABASE_FILE)?.length ?? 0) === 0;
    const database = join(folder, DATABASE_FILE);
    const outcome = await instance.ask({ do: 'open', database, isNew, pageSize, journalMode, seed });
    if (outcome.kind === 'rows') return instance;
    await instance.drop();
    return outcome;
  }

  private constructor(world: World, engine: EngineProcess, timeoutMs: number) {
    this.#world = world;
    this.#process = engine;
    this.#timeoutMs = timeoutMs;
  }

  async connect(): Promise<Connection | Failure> {
    const connection = this.#connections++;
    const outcome = await this.ask({ do: 'connect', connection });
    return outcome.kind === 'rows' ? new ProcessConnection(this, connection) : outcome;
  }

  async close(): Promise<Outcome> {
    const outcome = await this.ask({ do: 'close' });
    await this.drop();
    return outcome;
  }

  async drop(): Promise<void> {
    if (this.#end !== null) return;
    this.#end = { kind: 'panic', message: 'the instance was dropped', location: '' };
    await this.#process.stop();
    this.#leave();
  }

  copyBack(): void {
    if (this.#end === null) this.#world.disk.replaceFiles(filesIn(this.#process.folder));
  }

  async ask(request: Request, fuel: number = DEFAULT_FUEL): Promise<Outcome> {
    if (this.#end !== null) return this.#end;
    const timeLimitMs = Math.min(MOST_MS, Math.max(LEAST_MS, (this.#timeoutMs * fuel) / SMALL_FUEL));
    let outcome: Outcome;
    try {
      outcome = await this.#process.ask(request, timeLimitMs);
    } catch (error) {
      await this.drop();
      throw error;
    }
    if (isFatal(outcome)) {
      this.#end = outcome as Failure;
      this.#leave();
    }
    return outcome;
  }

  /** What the process wrote is durable: it died, and not the machine. */
  #leave(): void {
    const { folder } = this.#process;
    this.#world.disk.replaceFiles(filesIn(folder));
    removeFolder(folder);
  }
}

class ProcessConnection implements Connection {
  readonly kind = 'connection';
  readonly #instance: ProcessInstance;
  readonly #connection: number;

  constructor(instance: ProcessInstance, connection: number) {
    this.#instance = instance;
    this.#connection = connection;
  }

  run(sql: string, fuel: number): Promise<Outcome> {
    return this.#instance.ask({ do: 'run', connection: this.#connection, sql }, fuel);
  }

  close(): Promise<Outcome> {
    return this.#instance.ask({ do: 'disconnect', connection: this.#connection });
  }
}

function putFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** All files by their path in the folder; an engine may have folders of its own. */
function filesIn(folder: string): [string, Uint8Array][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name))]);
}
