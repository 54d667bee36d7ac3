// From what a user writes (`turso@0.4.4`, `sqlite`, `file:./build/turso.wasm`) to an engine.

import { DirtError } from '../errors.ts';
import { didYouMean } from '../json/index.ts';
import { canary } from './canary.ts';
import type { Engine } from './engine.ts';
import { model } from './model.ts';
import { cachedVersions, type PackageProgress, publishedVersions } from './packages.ts';
import { BUILT_IN_ENGINES, isBuiltIn, parseSpec, titleOf } from './spec.ts';
import { sqliteVersions } from './sqlite/builds.ts';
import { loadSqlite } from './sqlite/sqlite.ts';
import { installedVersion, loadTurso, TURSO_PACKAGE, tursoFromWasmFile } from './turso/turso.ts';
import { platformPackages } from './turso-native/platform.ts';
import { loadTursoNative, TURSO_NATIVE_PACKAGE, tursoNativeFromPath } from './turso-native/turso-native.ts';

/** `progress` is told while a version is fetched that is not here yet; `others` are names to point out if there is no such. */
export async function resolveEngine(
  text: string,
  progress: (progress: PackageProgress) => void = () => {},
  others: readonly string[] = [],
): Promise<Engine> {
  const spec = parseSpec(text);
  if (spec?.kind === 'file')
    return spec.path.endsWith('.wasm') ? tursoFromWasmFile(spec.path) : tursoNativeFromPath(spec.path);
  if (spec === null || !isBuiltIn(spec.name)) throw noSuchEngine(text, [...others, ...BUILT_IN_ENGINES]);
  const { name, version } = spec;
  switch (name) {
    case 'turso':
      return loadTurso(version, progress);
    case 'turso-native':
      return loadTursoNative(version, progress);
    case 'model':
      return onlyVersion(model, version);
    case 'canary':
      return onlyVersion(canary, version);
    case 'sqlite':
      return loadSqlite(version, progress);
  }
}

/** All published versions of an engine, oldest first; null if it has none. */
export async function versionsOf(engine: string): Promise<readonly string[] | null> {
  switch (engine) {
    case 'turso':
      return publishedVersions(TURSO_PACKAGE);
    case 'turso-native':
      return publishedVersions(TURSO_NATIVE_PACKAGE);
    case 'sqlite':
      return sqliteVersions();
    default:
      return null;
  }
}

/** The versions of an engine that can be used without fetching anything. */
export function versionsAtHand(engine: string): readonly string[] {
  switch (engine) {
    case 'turso':
      return [...new Set([...cachedVersions(TURSO_PACKAGE), installedVersion()])];
    case 'turso-native':
      return [...new Set(platformPackages().flatMap(cachedVersions))];
    default:
      return [];
  }
}

function noSuchEngine(text: string, names: readonly string[]): DirtError {
  const otherwise = `use ${names.join(', ')}, a version as in turso@0.4.4, or file:<path to a local build>`;
  return new DirtError(
    'DIRT_ENGINE_UNKNOWN',
    `there is no engine "${text}"`,
    didYouMean(text.split('@')[0], names, otherwise),
  );
}

/** The model and the canary come in the one version that DIRT has. */
function onlyVersion(engine: Engine, version: string | undefined): Engine {
  if (version === undefined || version === engine.version) return engine;
  throw new DirtError(
    'DIRT_ENGINE_VERSION',
    `${titleOf({ ...engine, version })} is not installed`,
    `${titleOf(engine)} is the only one; leave the version out`,
  );
}
