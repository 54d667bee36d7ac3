// Turso as it is shipped for WebAssembly, on the simulated disk, clock and entropy.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DirtError, invariant, messageOf } from '../../errors.ts';
import { openObject, readIfFits, text } from '../../json/index.ts';
import {
  type Abilities,
  type FaultKind,
  PAGE_SIZES,
  SIMULATED_FAULTS,
  type World,
} from '../../world/index.ts';
import type { Boot, Engine } from '../engine.ts';
import { fetchPackage, type PackageProgress } from '../packages.ts';
import { versionOfFile } from '../spec.ts';
import { collectIfDue } from './collector.ts';
import { TursoInstance } from './instance.ts';
import { instrumentedModule } from './module-cache.ts';
import { InstancePool } from './pool.ts';
import { quirksOf } from './quirks.ts';

export const TURSO_PACKAGE = '@tursodatabase/database-wasm';
const MODULE_IN_PACKAGE = 'dist/turso.wasm32-wasi.wasm';

/**
 * Failing writes and syncs are not carried: the binding takes their error code for a count of bytes, so that what follows
 * is the binding's doing and not the engine's.
 */
const ABILITIES: Abilities = {
  faults: SIMULATED_FAULTS,
  journalModes: ['wal'],
  pageSizes: PAGE_SIZES,
  connections: 16,
  suspends: true,
  deterministic: true,
  sqliteFiles: true,
  costs: true,
};

/** The installed version, or another published one, which is fetched when it is used for the first time. */
export async function loadTurso(
  version?: string,
  onProgress?: (progress: PackageProgress) => void,
): Promise<Engine> {
  const installed = installedPackage();
  if (version === undefined || version === installed.version) {
    return { ...tursoFromModule(compile(installedModule()), installed.version), isPublished: true };
  }
  const wants = (path: string) => path === MODULE_IN_PACKAGE;
  const folder = await fetchPackage({ name: TURSO_PACKAGE, version, wants, onProgress });
  return { ...tursoFromModule(compile(join(folder, MODULE_IN_PACKAGE)), version), isPublished: true };
}

/** A local build. */
export async function tursoFromWasmFile(path: string): Promise<Engine> {
  return tursoFromModule(compile(path), versionOfFile(path));
}

/** A WebAssembly build of Turso. The file is read when it is needed; a relative path starts at the working folder. */
export function turso({ wasm }: { readonly wasm: string | URL }): Engine {
  const path = relative('', wasm instanceof URL ? fileURLToPath(wasm) : wasm);
  let module: WebAssembly.Module | undefined;
  return tursoOf(() => (module ??= compile(path)), versionOfFile(path));
}

/** An engine from a module that was compiled from an instrumented file, here or in another thread. */
export function tursoFromModule(module: WebAssembly.Module, version: string): Engine {
  return tursoOf(() => module, version);
}

function tursoOf(moduleOf: () => WebAssembly.Module, version: string): Engine {
  const quirks = quirksOf(version);
  let pool: InstancePool | undefined;
  const boot = (world: World): Boot => {
    pool ??= new InstancePool(moduleOf());
    return new TursoInstance(pool, world, quirks);
  };
  const readFaults: FaultKind[] = quirks.reportsReadErrors ? ['readError', 'shortRead'] : [];
  return {
    name: 'turso',
    version,
    build: 'WebAssembly',
    abilities: { ...ABILITIES, faults: [...ABILITIES.faults, ...readFaults], asyncIo: quirks.hasAsyncIo },
    boot: (world) => collectIfDue()?.then(() => boot(world)) ?? boot(world),
  };
}

function compile(path: string): WebAssembly.Module {
  try {
    return new WebAssembly.Module(instrumentedModule(readFileSync(path)));
  } catch (error) {
    throw new DirtError(
      'DIRT_ENGINE_FILE',
      `${path} is not a WebAssembly build of Turso that can be read (${messageOf(error)})`,
      `name a file like ${basename(MODULE_IN_PACKAGE)}`,
    );
  }
}

/** The version that came with DIRT. */
export function installedVersion(): string {
  return installedPackage().version;
}

/** The WebAssembly file that came with DIRT. */
export function installedModule(): string {
  return join(installedPackage().folder, MODULE_IN_PACKAGE);
}

const manifestShape = openObject({ version: text });

function installedPackage(): { folder: string; version: string } {
  const folder = dirname(dirname(createRequire(import.meta.url).resolve(TURSO_PACKAGE)));
  const manifest = readIfFits(manifestShape, readFileSync(join(folder, 'package.json'), 'utf8'));
  invariant(manifest !== null, `${TURSO_PACKAGE} has a version`);
  return { folder, version: manifest.version };
}
