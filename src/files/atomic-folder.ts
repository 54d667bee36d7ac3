// Folders that are replaced as a whole: a process that is killed leaves the old one or the new one, if need be under a name from
// which `restoreFolders` puts it back.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import { isAlive } from './is-alive.ts';

/** `fill` writes the contents into an empty folder, which then takes the place of the one that is there. */
export function replaceFolder(folder: string, fill: (temporary: string) => void): void {
  const temporary = join(dirname(folder), `.${basename(folder)}.${pid}.${randomUUID()}.tmp`);
  const old = `${temporary}.old`;
  try {
    mkdirSync(temporary, { recursive: true });
    fill(temporary);
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (existsSync(old) && !existsSync(folder)) renameSync(old, folder);
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

const OLD = /^\.(.+)\.(\d+)\.[\da-f-]+\.tmp\.old$/;

/** Puts back what processes that were killed in `replaceFolder` have left under other names in this folder. */
export function restoreFolders(parent: string): void {
  for (const name of namesIn(parent)) {
    const [, folder, process] = OLD.exec(name) ?? [];
    if (folder === undefined || isAlive(Number(process)) || existsSync(join(parent, folder))) continue;
    renameSync(join(parent, name), join(parent, folder));
  }
}

/** The names in a folder, except those that `replaceFolder` uses meanwhile; none if there is no such folder. */
export function folderNames(parent: string): string[] {
  return namesIn(parent)
    .filter((name) => !name.startsWith('.'))
    .sort();
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
