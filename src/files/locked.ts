// Work on a folder that several processes share, one at a time: reading what is there and writing what follows from it must not overlap.

import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { createAtomically } from './atomic-file.ts';
import { isAlive } from './is-alive.ts';
import { makeFolder } from './make-folder.ts';
import { readOwnFile } from './own-file.ts';
import { removeQuietly, temporaryName } from './temporary-name.ts';

const LOCK = '.lock';
const PAUSE_MS = 5;

/** Work under a lock takes milliseconds. Whoever holds one for so long is not seen from here: another machine, or a process that stands still. */
const PATIENCE_MS = 5_000;

/** Folders that this process has locked. */
const held = new Set<string>();

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Makes the folder if need be. Throws what the file system says if nothing can be written there. */
export function locked<T>(folder: string, work: () => T): T {
  if (held.has(folder)) return work();
  const lock = join(folder, LOCK);
  makeFolder(folder);
  for (let waited = 0; !createAtomically(lock, String(pid)); waited += PAUSE_MS) {
    if (waited >= PATIENCE_MS || isAbandoned(lock)) takeAway(lock);
    else Atomics.wait(pause, 0, 0, PAUSE_MS);
  }
  held.add(folder);
  try {
    return work();
  } finally {
    held.delete(folder);
    removeQuietly(lock);
  }
}

/** Is the process gone that holds it? What is no file is no lock: somebody sent it with the folder. */
function isAbandoned(lock: string): boolean {
  try {
    if (!lstatSync(lock).isFile()) return true;
    const holder = Number(readOwnFile(lock));
    return holder === pid || !isAlive(holder);
  } catch {
    // It was given free just now.
    return false;
  }
}

/** By renaming: of several processes that see it abandoned, one succeeds. */
function takeAway(lock: string): void {
  const away = temporaryName(lock);
  try {
    renameSync(lock, away);
  } catch {
    return;
  }
  removeQuietly(away);
}
