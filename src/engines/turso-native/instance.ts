// A native Turso in a child process, working on copies of the world's files in a temporary folder.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFatal, type Outcome } from '../../sql/outcome.ts';
import type { World } from '../../world/world.ts';
import { type Connection, DATABASE_FILE, DEFAULT_FUEL, type Instance } from '../engine.ts';
import { EngineProcess } from './child-process.ts';
import type { Request } from './messages.ts';

type Failure = Exclude<Outcome, { kind: 'rows' }>;

/** Fuel is time here: the default is 20 s, and a process needs a second to start. */
const FUEL_PER_MS = DEFAULT_FUEL / 20_000;
const LEAST_MS = 1_000;

export class TursoNativeInstance implements Instance {
  readonly kind = 'instance';
  readonly #world: World;
  readonly #folder: string;
  readonly #process: EngineProcess;
  #connections = 0;
  /** How the instance ended; it says the same to whoever asks again. */
  #end: Failure | null = null;

  constructor(world: World, addon: string, version: string) {
    this.#world = world;
    this.#folder = mkdtempSync(join(tmpdir(), `dirt-native-${process.pid}-`));
    for (const [name, bytes] of world.disk.files()) writeFileSync(join(this.#folder, name), bytes);
    this.#process = new EngineProcess(addon, this.#folder, version);
  }

  async connect(): Promise<Connection | Failure> {
    const connection = this.#connections++;
    const isNew = connection === 0 && !(this.#world.disk.files().get(DATABASE_FILE)?.length ?? 0);
    const pageSize = isNew ? this.#world.spec.pageSize : null;
    const outcome = await this.ask({ do: 'connect', connection, pageSize }, DEFAULT_FUEL);
    return outcome.kind === 'rows' ? new TursoNativeConnection(this, connection) : outcome;
  }

  async close(): Promise<Outcome> {
    const outcome = await this.ask({ do: 'close' }, DEFAULT_FUEL);
    await this.drop();
    return outcome;
  }

  async drop(): Promise<void> {
    if (this.#end !== null) return;
    this.#end = { kind: 'panic', message: 'the instance was dropped', location: '' };
    await this.#process.stop();
    this.#takeBack();
  }

  async ask(request: Request, fuel: number): Promise<Outcome> {
    if (this.#end !== null) return this.#end;
    const outcome = await this.#process.ask(request, Math.max(LEAST_MS, fuel / FUEL_PER_MS));
    if (isFatal(outcome)) {
      this.#end = outcome as Failure;
      this.#takeBack();
    }
    return outcome;
  }

  /** What the process wrote is durable: it died, and not the machine. */
  #takeBack(): void {
    const names = readdirSync(this.#folder).sort();
    this.#world.disk.replaceFiles(names.map((name) => [name, readFileSync(join(this.#folder, name))]));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

class TursoNativeConnection implements Connection {
  readonly kind = 'connection';
  readonly #instance: TursoNativeInstance;
  readonly #connection: number;

  constructor(instance: TursoNativeInstance, connection: number) {
    this.#instance = instance;
    this.#connection = connection;
  }

  run(sql: string, fuel: number): Promise<Outcome> {
    return this.#instance.ask({ do: 'run', connection: this.#connection, sql }, fuel);
  }

  close(): Promise<Outcome> {
    return this.#instance.ask({ do: 'disconnect', connection: this.#connection }, DEFAULT_FUEL);
  }
}
