// SQLite, the reference: the published WebAssembly build on the simulated disk, clock and entropy. It carries every
// fault, in WAL mode and with a rollback journal.

import { FAULT_KINDS } from '../../world/fault.ts';
import type { World } from '../../world/world.ts';
import { PAGE_SIZES } from '../../world/world-spec.ts';
import type { Abilities, Engine } from '../engine.ts';
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
let current: Promise<Host> | null = null;

async function soundHost(): Promise<Host> {
  if (current === null || (await current).isBroken) current = Host.create();
  return current;
}

export async function loadSqlite(): Promise<Engine> {
  let host = await soundHost();
  return {
    name: 'sqlite',
    version: host.version,
    abilities: ABILITIES,
    isPublished: true,
    boot(world: World) {
      if (!host.isBroken) return new SqliteInstance(host, world);
      return soundHost().then((replacement) => {
        host = replacement;
        return new SqliteInstance(host, world);
      });
    },
  };
}
