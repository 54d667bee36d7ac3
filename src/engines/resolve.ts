// From what a user writes (`turso@0.4.4`, `sqlite`, `file:./build/turso.wasm`) to an engine.

import { DirtError } from '../errors.ts';
import type { Engine } from './engine.ts';
import { model } from './model.ts';
import type { PackageProgress } from './packages.ts';
import { loadSqlite } from './sqlite/sqlite.ts';
import { loadTurso, tursoFromWasmFile } from './turso/turso.ts';
import { loadTursoNative, tursoNativeFromPath } from './turso-native/turso-native.ts';

/** The engines that come with DIRT. */
export const BUILT_IN_ENGINES = ['turso', 'turso-native', 'sqlite', 'model'] as const;

/** `progress` is told while a version is fetched that is not here yet; `others` are names to point out if there is no such. */
export async function resolveEngine(
  spec: string,
  progress: (progress: PackageProgress) => void = () => {},
  others: readonly string[] = [],
): Promise<Engine> {
  if (spec.startsWith('file:')) {
    const path = spec.slice('file:'.length);
    return path.endsWith('.wasm') ? tursoFromWasmFile(path) : tursoNativeFromPath(path);
  }
  const [name, version, ...more] = spec.split('@');
  if (more.length === 0 && version !== '') {
    switch (name) {
      case 'turso':
        return loadTurso(version, progress);
      case 'turso-native':
        return loadTursoNative(version, progress);
      case 'model':
        return onlyVersion(model, version);
      case 'sqlite':
        return onlyVersion(await loadSqlite(), version);
    }
  }
  throw new DirtError(
    'DIRT_ENGINE_UNKNOWN',
    `there is no engine "${spec}"`,
    `use ${[...others, ...BUILT_IN_ENGINES].join(', ')}, a version as in turso@0.4.4, or file:<path to a local build>`,
  );
}

/** SQLite comes in the one version that is installed. */
function onlyVersion(engine: Engine, version: string | undefined): Engine {
  if (version === undefined || version === engine.version) return engine;
  throw new DirtError(
    'DIRT_ENGINE_VERSION',
    `${engine.name}@${version} is not installed`,
    `${engine.name}@${engine.version} is the only one; leave the version out`,
  );
}
