// SQLite, the reference: published WebAssembly builds on the simulated disk, clock and entropy. It carries every
// fault, in WAL mode and with a rollback journal.

import { type Abilities, FAULT_KINDS, PAGE_SIZES, type World } from '../../world/index.ts';
import type { Engine } from '../engine.ts';
import type { PackageProgress } from '../packages.ts';
import { fetchBuild, installedBuild, newestBuild, type SqliteBuild } from './builds.ts';
import { SqliteInstance } from './instance.ts';
import type { SqliteCode } from './module.ts';
import { SharedModule } from './shared-module.ts';

const ABILITIES: Abilities = {
  faults: FAULT_KINDS,
  journalModes: ['wal', 'delete'],
  pageSizes: PAGE_SIZES,
  connections: 16,
  suspends: true,
  deterministic: true,
  sqliteFiles: true,
  costs: true,
};

/** One module of a build serves all its instances in the thread; after a panic another takes its place. */
class Modules {
  readonly #code: SqliteCode;
  #shared: SharedModule | null = null;
  #loading: Promise<SharedModule> | null = null;

  constructor(code: SqliteCode) {
    this.#code = code;
  }

  /** Null if there is none that is whole. */
  get sound(): SharedModule | null {
    return this.#shared?.isBroken ? null : this.#shared;
  }

  async load(): Promise<SharedModule> {
    if (this.sound !== null) return this.sound;
    this.#loading ??= SharedModule.create(this.#code).finally(() => (this.#loading = null));
    this.#shared = await this.#loading;
    return this.#shared;
  }
}

function sqliteOf({ version, ...code }: SqliteBuild): Engine {
  const modules = new Modules(code);
  return {
    name: 'sqlite',
    version,
    build: 'WebAssembly',
    abilities: ABILITIES,
    isPublished: true,
    boot: (world: World) => {
      const { sound } = modules;
      if (sound !== null) return new SqliteInstance(sound, world);
      return modules.load().then((loaded) => new SqliteInstance(loaded, world));
    },
  };
}

/** SQLite, as WebAssembly on the simulated disk. Its module is loaded when the first instance boots. */
export const sqlite: Engine = sqliteOf(installedBuild());

/** The installed build with another WebAssembly file: its own, rewritten. */
export function rewrittenSqlite(code: Pick<SqliteCode, 'wasm' | 'onStart'>): Engine {
  return { ...sqliteOf({ ...installedBuild(), ...code }), isPublished: false };
}

/** The newest SQLite, which is asked where the word of only one would convict. */
export const newestSqlite: Engine = sqliteOf(newestBuild());

const fetched = new Map<string, Promise<Engine>>();

/** One of the installed versions, or another published one, which is fetched when it is used for the first time. */
export async function loadSqlite(
  version: string = sqlite.version,
  onProgress?: (progress: PackageProgress) => void,
): Promise<Engine> {
  for (const engine of [sqlite, newestSqlite]) if (engine.version === version) return engine;
  // A module takes memory until its thread ends, so there is one per version.
  const known = fetched.get(version);
  if (known !== undefined) return known;
  const loading = fetchBuild(version, onProgress).then(sqliteOf);
  fetched.set(version, loading);
  loading.catch(() => fetched.delete(version));
  return loading;
}
