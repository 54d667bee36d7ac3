// Folders for what a process works on and needs no longer than itself. They go with the process; and if that was killed, with the next
// start of DIRT.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pid } from 'node:process';
import { isAlive } from './is-alive.ts';
import { processNamespace } from './process-namespace.ts';
import { namesIn, removeQuietly } from './temporary-name.ts';

/** Names say whose they are; a process of another container is not known here, and its folders are its own business. */
const prefix = (process: number | string): string =>
  `dirt-scratch-${processNamespace().replace(/[^\w.-]/g, '')}-${process}-`;

const made = new Set<string>();

/** An empty folder in the system's place for temporary files. */
export function scratchFolder(): string {
  if (made.size === 0) process.once('exit', () => made.forEach(removeScratchFolder));
  const folder = mkdtempSync(join(tmpdir(), prefix(pid)));
  made.add(folder);
  return folder;
}

export function removeScratchFolder(folder: string): void {
  removeQuietly(folder);
  made.delete(folder);
}

/** Removes the folders of processes that are gone. */
export function sweepScratchFolders(): void {
  const [before] = prefix('|').split('|');
  for (const name of namesIn(tmpdir())) {
    if (!name.startsWith(before)) continue;
    const [owner] = name.slice(before.length).split('-');
    if (/^\d{1,10}$/.test(owner) && !isAlive(Number(owner))) removeQuietly(join(tmpdir(), name));
  }
}
