// Published npm packages, fetched when they are first used and kept in the cache folder. A package is there as a whole or
// not at all, and what is there is what the registry says it is.

import { createHash } from 'node:crypto';
import { accessSync, constants, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DirtError, messageOf } from '../errors.ts';
import {
  cacheFolder,
  folderNames,
  makeFolder,
  removeScratchFolder,
  replaceFolder,
  scratchFolder,
} from '../files/index.ts';
import { checked, listOf, openObject, readIfFits, recordOf, shortened, text, textOr } from '../json/index.ts';
import { NpmError, npm } from './npm.ts';
import { isPublishedVersion } from './spec.ts';
import { readTar } from './tar.ts';

export interface PackageRequest {
  readonly name: string;
  readonly version: string;
  /** The files to keep, by their path in the package. */
  readonly wants: (path: string) => boolean;
  /** Called when a step begins and when bytes have arrived. */
  readonly onProgress?: ((progress: PackageProgress) => void) | undefined;
}

export interface PackageProgress {
  readonly name: string;
  readonly version: string;
  readonly step: 'fetching' | 'unpacking' | 'done';
  readonly bytes: number;
}

/** Lists the files of an unpacked package with their hashes. */
const MANIFEST = 'dirt-manifest.json';
const manifestShape = recordOf(text);

/** What npm says of the archive of a package; and of its versions, where one alone is a mere text. */
const distShape = openObject({ integrity: text });
const versionsShape = textOr(listOf(text));

/** The folder with the files of the package. */
export async function fetchPackage(request: PackageRequest): Promise<string> {
  // npm takes addresses and paths in the place of a version, and the version becomes part of a path here.
  if (!isPublishedVersion(request.version)) throw noVersion(request.name, request.version);
  const folder = packageFolder(request.name, request.version);
  if (isWhole(folder)) return folder;
  const progress = (step: PackageProgress['step'], bytes: number) =>
    request.onProgress?.({ name: request.name, version: request.version, step, bytes });
  prepare(folder);
  progress('fetching', 0);
  const archive = await download(request);
  progress('unpacking', archive.length);
  install(request, archive, folder);
  progress('done', archive.length);
  return folder;
}

/** Where the package is kept. */
export function packageFolder(name: string, version: string): string {
  return join(cacheFolder(), 'packages', `${name.replace('/', '+')}@${version}`);
}

/** The versions that are in the cache folder as a whole. */
export function cachedVersions(name: string): readonly string[] {
  const prefix = basename(packageFolder(name, ''));
  return folderNames(dirname(packageFolder(name, '')))
    .filter((folder) => folder.startsWith(prefix))
    .map((folder) => folder.slice(prefix.length))
    .filter(isPublishedVersion)
    .filter((version) => isWhole(packageFolder(name, version)));
}

/** All published versions, oldest first. */
export async function publishedVersions(name: string): Promise<readonly string[]> {
  try {
    const versions = checked(versionsShape, await npm('view', name, 'versions'), 'the answer', () =>
      unknown(name),
    );
    return typeof versions === 'string' ? [versions] : versions;
  } catch (error) {
    throw error instanceof NpmError ? unreachable(name, error) : error;
  }
}

// ── Fetching ────────────────────────────────────────────────────────────────────────────────────────────────

async function download({ name, version }: PackageRequest): Promise<Uint8Array> {
  const title = `${name}@${version}`;
  const folder = scratchFolder();
  try {
    const { integrity } = checked(distShape, await npm('view', title, 'dist'), 'the answer', () =>
      unknown(title),
    );
    await npm('pack', title, '--pack-destination', folder, '--ignore-scripts');
    const [file] = readdirSync(folder);
    const archive = readFileSync(join(folder, file));
    if (!matches(archive, integrity)) throw corrupt(title);
    return archive;
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    if (error.failure === 'noSuchVersion') throw noSuchVersion(name, version, await publishedVersions(name));
    throw error.failure === 'corrupt' ? corrupt(title) : unreachable(title, error);
  } finally {
    removeScratchFolder(folder);
  }
}

/** npm knows the package, and nothing of what was asked about it. */
function unknown(title: string): NpmError {
  return new NpmError('ENOVERSIONS', `nothing is known of ${title}`);
}

/** Integrity is a list of `sha512-<base64>`. */
function matches(archive: Uint8Array, integrity: string): boolean {
  return integrity.split(/\s+/).includes(`sha512-${createHash('sha512').update(archive).digest('base64')}`);
}

// ── Keeping ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Checks before the download that the folder can be written to. */
function prepare(folder: string): void {
  try {
    makeFolder(dirname(folder));
    accessSync(dirname(folder), constants.W_OK);
  } catch (error) {
    throw unwritable(messageOf(error));
  }
}

function install({ name, version, wants }: PackageRequest, archive: Uint8Array, folder: string): void {
  try {
    replaceFolder(folder, (temporary) => unpack(archive, wants, temporary));
  } catch (error) {
    // Another process may have put the package there meanwhile.
    if (isWhole(folder)) return;
    if (isFileError(error)) throw unwritable(error.message);
    throw corrupt(`${name}@${version}`);
  }
}

function unpack(archive: Uint8Array, wants: PackageRequest['wants'], folder: string): void {
  const manifest: Record<string, string> = {};
  for (const entry of readTar(gunzipSync(archive))) {
    // Everything lies in a folder of the archive whose name does not matter.
    const path = entry.path.slice(entry.path.indexOf('/') + 1);
    if (!wants(path) || normalize(path).startsWith('..')) continue;
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), entry.content);
    manifest[path] = hashOf(entry.content);
  }
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest));
}

/** Are all files there, as they were unpacked, and no others? A manifest alone is no package. */
function isWhole(folder: string): boolean {
  try {
    const manifest = readIfFits(manifestShape, readFileSync(join(folder, MANIFEST), 'utf8'));
    if (manifest === null) return false;
    const found = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      // A link could lead anywhere, and change after it was looked at.
      .map((entry) => (entry.isFile() ? relative(folder, join(entry.parentPath, entry.name)) : null))
      .filter((path) => path !== MANIFEST);
    const isKnown = (path: string | null) =>
      path !== null &&
      Object.hasOwn(manifest, path) &&
      hashOf(readFileSync(join(folder, path))) === manifest[path];
    return found.length > 0 && found.length === Object.keys(manifest).length && found.every(isKnown);
  } catch {
    return false;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}

// ── What can go wrong ───────────────────────────────────────────────────────────────────────────────────────

function noVersion(name: string, version: string): DirtError {
  return new DirtError(
    'DIRT_PACKAGE_VERSION',
    `${JSON.stringify(shortened(version))} is no version of ${name}`,
    'write the number of one, such as 0.4.4; a local build is named with --engine file:<path>',
  );
}

function noSuchVersion(name: string, version: string, versions: readonly string[]): DirtError {
  const problem = `there is no ${name}@${version}`;
  return new DirtError('DIRT_PACKAGE_VERSION', problem, `use one of ${versions.join(', ')}`);
}

function unreachable(title: string, error: NpmError): DirtError {
  return new DirtError(
    'DIRT_PACKAGE_NETWORK',
    `${title} could not be fetched (${error.code})`,
    'check the network and what `npm ping` says, or use a version that is installed',
  );
}

function corrupt(title: string): DirtError {
  return new DirtError(
    'DIRT_PACKAGE_CORRUPT',
    `what came for ${title} is not what the registry describes`,
    'try again; if it stays, run `npm cache verify`',
  );
}

function unwritable(reason: string): DirtError {
  return new DirtError(
    'DIRT_CACHE_UNWRITABLE',
    `the cache folder ${cacheFolder()} cannot be written (${reason})`,
    'set DIRT_CACHE to a folder that can',
  );
}
