// Turso's native build, in a child process that may die. It is for confirming a finding and for versions that have no
// WebAssembly build: it has the machine's clock and randomness, and real files.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DirtError } from '../../errors.ts';
import { type Abilities, PAGE_SIZES, PROCESS_FAULTS } from '../../world/index.ts';
import type { Engine } from '../engine.ts';
import { fetchPackage, type PackageProgress } from '../packages.ts';
import { EngineProcess } from '../process/engine-process.ts';
import { ProcessHome } from '../process/process-home.ts';
import { ProcessInstance } from '../process/process-instance.ts';
import { ProcessPool } from '../process/process-pool.ts';
import { versionOfFile } from '../spec.ts';
import { installedVersion } from '../turso/turso.ts';
import { forkChild } from './fork-child.ts';
import { platformPackages } from './platform.ts';

/** Its builds are packages of their own, see platform.ts. */
export const TURSO_NATIVE_PACKAGE = '@tursodatabase/database';

const ABILITIES: Abilities = {
  faults: PROCESS_FAULTS,
  journalModes: ['wal'],
  pageSizes: PAGE_SIZES,
  connections: 16,
  deterministic: false,
  sqliteFiles: true,
};

const TIMEOUT_MS = 2_000;
const ADDON = /\.node$/;

/** A published version, by default the one that is installed for WebAssembly; fetched when it is first used. */
export async function loadTursoNative(
  version: string = installedVersion(),
  onProgress?: (progress: PackageProgress) => void,
): Promise<Engine> {
  const folder = await fetchPlatformPackage(version, onProgress);
  return { ...tursoNative(addonIn(folder), version), isPublished: true };
}

/** A build of one's own: a .node file, or a folder with one in it. */
export async function tursoNativeFromPath(path: string): Promise<Engine> {
  if (!existsSync(path)) throw noAddon(path, 'it does not exist');
  return tursoNative(statSync(path).isDirectory() ? addonIn(path) : resolve(path), versionOfFile(path));
}

function tursoNative(addon: string, version: string): Engine {
  if (!ADDON.test(addon)) throw noAddon(addon, 'it is no .node file');
  const pool = new ProcessPool({
    timeoutMs: TIMEOUT_MS,
    start: () => {
      const home = new ProcessHome();
      const process = new EngineProcess(forkChild(addon, home, version), home);
      return { process, ready: { opensAgain: true } };
    },
    cannotOpenAgain: () => null,
  });
  return {
    name: 'turso-native',
    version,
    build: 'native',
    abilities: ABILITIES,
    boot: (world) => ProcessInstance.boot(world, pool),
  };
}

async function fetchPlatformPackage(
  version: string,
  onProgress?: (progress: PackageProgress) => void,
): Promise<string> {
  let failure: unknown;
  for (const name of platformPackages()) {
    try {
      return await fetchPackage({ name, version, wants: (path) => ADDON.test(path), onProgress });
    } catch (error) {
      if (!(error instanceof DirtError) || error.code !== 'DIRT_PACKAGE_VERSION') throw error;
      failure = error;
    }
  }
  throw failure;
}

function addonIn(folder: string): string {
  const name = readdirSync(folder).find((file) => ADDON.test(file));
  if (name === undefined) throw noAddon(folder, 'there is no .node file in it');
  return resolve(join(folder, name));
}

function noAddon(path: string, reason: string): DirtError {
  return new DirtError(
    'DIRT_ENGINE_FILE',
    `${basename(path)} is not a native build of Turso (${reason})`,
    'name a .node file or the folder that holds it',
  );
}
