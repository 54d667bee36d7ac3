// Where the homes of processes are: in memory where there is enough of it, since a file of a test need not outlive the machine and
// engines wait for every sync. What TMPDIR names wins.

import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';

/** Containers have a small one, which a database must not fill. */
const ENOUGH_BYTES = 2 ** 30;

export function homesFolder(): string {
  return process.env.TMPDIR === undefined && hasMemory() ? MEMORY : tmpdir();
}

/** Every folder in which there may be homes. */
export function homesFolders(): readonly string[] {
  return [...new Set([MEMORY, tmpdir()])];
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
