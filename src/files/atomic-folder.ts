// Folders that are replaced as a whole: a process that is killed leaves the old one or the new one, if need be under a name from
// which `restoreFolders` puts it back.

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './is-alive.ts';
import { makeFolder } from './make-folder.ts';
import { namesIn, removeQuietly, sweepTemporaries, temporaryName } from './temporary-name.ts';

/** Another process may put its folder there between two steps; more than a few never do so at once. */
const MOST_TRIES = 10;

/** `fill` writes the contents into an empty folder, which then takes the place of the one that is there. */
export function replaceFolder(folder: string, fill: (temporary: string) => void): void {
  const temporary = join(dirname(folder), temporaryName(`.${basename(folder)}`));
  try {
    makeFolder(temporary);
    sweepTemporaries(dirname(folder));
    fill(temporary);
    moveInto(folder, temporary);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

function moveInto(folder: string, temporary: string): void {
  const old = `${temporary}.old`;
  for (let tries = 1; ; tries++) {
    try {
      if (existsSync(folder)) renameSync(folder, old);
      renameSync(temporary, folder);
      break;
    } catch (error) {
      if (existsSync(old) && !existsSync(folder)) renameSync(old, folder);
      else removeQuietly(old);
      if (tries >= MOST_TRIES || !isOverlap(error)) throw error;
    }
  }
  removeQuietly(old);
}

/** Somebody else has put a folder there meanwhile, or taken it away. */
function isOverlap(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EPERM'].includes(code);
}

const OLD = /^\.(.+)\.(\d+)\.[\da-f-]+\.tmp\.old$/;

/**
 * Puts back what processes that were killed in `replaceFolder` have left under other names in this folder, and removes the rest, also what
 * was left half-written in the folders in it.
 */
export function restoreFolders(parent: string): void {
  for (const name of namesIn(parent)) {
    const [, folder, process] = OLD.exec(name) ?? [];
    if (folder === undefined || isAlive(Number(process))) continue;
    try {
      if (existsSync(join(parent, folder))) rmSync(join(parent, name), { recursive: true });
      else renameSync(join(parent, name), join(parent, folder));
    } catch {
      // Where nothing can be written, it stays as it is.
    }
  }
  sweepTemporaries(parent);
  for (const folder of foldersIn(parent)) sweepTemporaries(folder);
}

/** Folders themselves: behind a link is what belongs to others. */
function foldersIn(parent: string): string[] {
  try {
    const entries = readdirSync(parent, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
  } catch {
    return [];
  }
}

/** The names in a folder, except those that `replaceFolder` uses meanwhile; none if there is no such folder. */
export function folderNames(parent: string): string[] {
  return (existsSync(parent) ? readdirSync(parent) : []).filter((name) => !name.startsWith('.')).sort();
}
