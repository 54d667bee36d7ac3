// The names of files and folders that are not complete yet. They say which process makes them, so that what a process that was killed
// has left can be told from what is under way.

import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { isAlive } from './is-alive.ts';

/** What is to become `name`, as it is called in the meantime: no other process uses it. */
export function temporaryName(name: string): string {
  return `${name}.${pid}.${randomUUID()}.tmp`;
}

const TEMPORARY = /\.(\d{1,10})\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/** Folders that this process has looked at. */
const swept = new Set<string>();

/** Removes what processes that are gone have left half-written in a folder; once per process and folder. */
export function sweepTemporaries(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  for (const name of namesIn(folder)) {
    const [, maker] = TEMPORARY.exec(name) ?? [];
    if (maker !== undefined && !isAlive(Number(maker))) removeQuietly(join(folder, name));
  }
}

/** The names in a folder; none if it cannot be looked into. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What cannot be removed stays: nobody depends on its absence. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next process tries again.
  }
}
