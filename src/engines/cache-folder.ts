// The folder for what can be made or fetched again: engines of other versions, and instrumented modules.

import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** $DIRT_CACHE, or `dirt` in the user's cache folder. */
export function cacheFolder(): string {
  if (process.env.DIRT_CACHE) return process.env.DIRT_CACHE;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dirt');
}

/** A name beside the given one that nobody else uses, for what is renamed when it is complete. */
export function temporaryName(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}

/** Readers see the whole file or none, whoever else writes it at the same time. */
export function writeAtomically(path: string, bytes: Uint8Array): void {
  const temporary = temporaryName(path);
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
