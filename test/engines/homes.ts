// What engines in processes of their own have on this machine, for tests that nothing is left behind.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { homesFolders } from '../../src/engines/process/homes-folder.ts';

/** The homes of all processes that a process has started. */
export function homesOf(parent: number = process.pid): string[] {
  return homesFolders()
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.includes(`/dirt-engine-${parent}-`));
}

/** However busy the machine is. */
export const SOON = { timeout: 60_000 };

/**
 * Processes that nobody asks for are ended in the background, also those of earlier tests, and each home goes when its process has: that
 * may be the case right now.
 */
export async function nothingIsLeft(): Promise<void> {
  await expect.poll(leftovers, SOON).toEqual([]);
}

/** Homes without a process, and folders of databases in the others. An idle process has a home and nothing else. */
function leftovers(): string[] {
  return homesOf().flatMap((home) => {
    if (!isAlive(pidIn(home))) return [home];
    return readdirSync(home).flatMap((name) => (name.startsWith('files') ? join(home, name) : []));
  });
}

export function pidIn(home: string): number {
  return Number(readFileSync(join(home, 'pid'), 'utf8'));
}

/** A process that has ended may be listed until somebody asks how. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
