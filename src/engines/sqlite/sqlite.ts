// SQLite, the reference: the published WebAssembly build on the simulated disk, clock and entropy. It carries every
// fault, in WAL mode and with a rollback journal.

import { createRequire } from 'node:module';
import { type Abilities, FAULT_KINDS, PAGE_SIZES, type World } from '../../world/index.ts';
import type { Engine } from '../engine.ts';
import { Host } from './host.ts';
import { SqliteInstance } from './instance.ts';

const ABILITIES: Abilities = {
  faults: FAULT_KINDS,
  journalModes: ['wal', 'delete'],
  pageSizes: PAGE_SIZES,
  connections: 16,
  deterministic: true,
  sqliteFiles: true,
};

/** One module serves all instances of the thread; after a panic another takes its place. */
let host: Host | null = null;
let loading: Promise<Host> | null = null;

async function soundHost(): Promise<Host> {
  if (host !== null && !host.isBroken) return host;
  loading ??= Host.create().finally(() => (loading = null));
  host = await loading;
  return host;
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
  abilities: ABILITIES,
  isPublished: true,
  boot: (world: World) =>
    host !== null && !host.isBroken
      ? new SqliteInstance(host, world)
      : soundHost().then((loaded) => new SqliteInstance(loaded, world)),
};
