// The published builds of SQLite for WebAssembly: two are installed with DIRT, the others are fetched when they are first used.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DirtError, invariant } from '../../errors.ts';
import { cachedVersions, fetchPackage, type PackageProgress, publishedVersions } from '../packages.ts';
import type { SqliteCode } from './module.ts';

const SQLITE_PACKAGE = '@sqlite.org/sqlite-wasm';

/** The same package in its newest version; npm installs it under a name of its own. */
const NEWEST_PACKAGE = 'sqlite-wasm-newest';

/** The WebAssembly file of the installed build. */
export function installedWasm(): string {
  const { entry } = installedBuild();
  return join(dirname(entry), 'sqlite3.wasm');
}

/** What is imported, in packages of today and of before; its WebAssembly file lies beside it. */
const ENTRIES = ['dist/node.mjs', 'sqlite-wasm/jswasm/sqlite3-node.mjs'];
const MODULE = /(?:^|\/)sqlite3\.wasm$/;

/** Older ones do not start on Node. */
const OLDEST = [3, 44, 0];
/** These came without the file for Node. */
const NOT_FOR_NODE: readonly string[] = ['3.51.0', '3.51.1'];

export interface SqliteBuild extends SqliteCode {
  /** That of SQLite itself: the package has a number of its own for each build of it. */
  readonly version: string;
}

/** The version that Turso says it follows. */
export const installedBuild = (): SqliteBuild => installed(SQLITE_PACKAGE);

/** The newest one that is published. */
export const newestBuild = (): SqliteBuild => installed(NEWEST_PACKAGE);

/** A published version in its newest build, or, as `3.53.4-build1`, a certain one. */
export async function fetchBuild(
  version: string,
  onProgress?: (progress: PackageProgress) => void,
): Promise<SqliteBuild> {
  const isAsked = (published: string) => published === version || versionIn(published) === version;
  // What was fetched before needs no network.
  const found =
    newestOf(cachedVersions(SQLITE_PACKAGE).filter(isAsked)) ??
    newestOf((await publishedVersions(SQLITE_PACKAGE)).filter(isAsked));
  if (found === undefined || !runsOnNode(found)) throw noSuchVersion(version, await sqliteVersions());
  const wants = (path: string) => ENTRIES.includes(path) || MODULE.test(path);
  const folder = await fetchPackage({ name: SQLITE_PACKAGE, version: found, wants, onProgress });
  return { version, entry: entryIn(folder) };
}

/** All published versions that run on Node, oldest first. */
export async function sqliteVersions(): Promise<readonly string[]> {
  const published = await publishedVersions(SQLITE_PACKAGE);
  return [...new Set(published.filter(runsOnNode).map(versionIn))];
}

function installed(name: string): SqliteBuild {
  const require = createRequire(import.meta.url);
  const manifest = `${name}/package.json`;
  return {
    version: versionIn(require(manifest).version),
    entry: entryIn(dirname(require.resolve(manifest))),
  };
}

function entryIn(folder: string): string {
  const entry = ENTRIES.map((path) => join(folder, path)).find(existsSync);
  invariant(entry !== undefined, `${folder} has a build for Node`);
  return entry;
}

function versionIn(published: string): string {
  return published.replace(/-build\d+$/, '');
}

function buildIn(published: string): number {
  return Number(/-build(\d+)$/.exec(published)?.[1] ?? 0);
}

function newestOf(builds: readonly string[]): string | undefined {
  return [...builds].sort((a, b) => buildIn(b) - buildIn(a))[0];
}

function runsOnNode(published: string): boolean {
  const version = versionIn(published);
  if (NOT_FOR_NODE.includes(version) || !/^\d+\.\d+\.\d+$/.test(version)) return false;
  const numbers = version.split('.').map(Number);
  const differing = numbers.findIndex((number, i) => number !== OLDEST[i]);
  return differing < 0 || numbers[differing] > OLDEST[differing];
}

function noSuchVersion(version: string, versions: readonly string[]): DirtError {
  return new DirtError(
    'DIRT_PACKAGE_VERSION',
    `there is no sqlite@${version} that runs on Node`,
    `use one of ${versions.join(', ')}`,
  );
}
