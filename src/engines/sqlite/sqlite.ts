// SQLite, the reference: the published WebAssembly build on the simulated disk, clock and entropy. It carries every
// fault, in WAL mode and with a rollback journal.

import { createRequire } from 'node:module';
import { type Abilities, FAULT_KINDS, PAGE_SIZES, type World } from '../../world/index.ts';
import type { Engine } from '../engine.ts';
import { SqliteInstance } from './instance.ts';
import { SharedModule } from './shared-module.ts';

const ABILITIES: Abilities = {
  faults: FAULT_KINDS,
  journalModes: ['wal', 'delete'],
  pageSizes: PAGE_SIZES,
  connections: 16,
  deterministic: true,
  sqliteFiles: true,
};

/** One module serves all instances of the thread; after a panic another takes its place. */
let shared: SharedModule | null = null;
let loading: Promise<SharedModule> | null = null;

async function soundModule(): Promise<SharedModule> {
  if (shared !== null && !shared.isBroken) return shared;
  loading ??= SharedModule.create().finally(() => (loading = null));
  shared = await loading;
  return shared;
}

/** The version of SQLite itself: the package has a number of its own for each build of it. */
function installedVersion(): string {
  const { version } = createRequire(import.meta.url)('@sqlite.org/sqlite-wasm/package.json');
  return version.replace(/-build\d+$/, '');
}

/** SQLite, as WebAssembly on the simulated disk. Its module is loaded when the first instance boots. */
export const sqlite: Engine = {
  name: 'sqlite',
  version: installedVersion(),
  build: 'WebAssembly',
  abilities: ABILITIES,
  isPublished: true,
  boot: (world: World) =>
    shared !== null && !shared.isBroken
      ? new SqliteInstance(shared, world)
      : soundModule().then((loaded) => new SqliteInstance(loaded, world)),
};
