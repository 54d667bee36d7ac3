// One folder for all that a run of the tests makes: it is removed when the run ends, or by the next run if this one is killed. The cache of
// DIRT is in it, so that what engines of tests support is probed once in a run, and never taken from an earlier one; what is fetched or
// compiled is shared with other runs.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../src/files/cache-folder.ts';
import { isAlive } from '../src/files/is-alive.ts';

const OF_TESTS = 'dirt-tests-';

/** Vitest calls it before all tests, once for each tier. */
export default function makeFolderOfRun(): (() => void) | undefined {
  if (process.env.DIRT_TEST_FOLDER !== undefined) return undefined;
  sweep();
  const folder = mkdtempSync(join(tmpdir(), `${OF_TESTS}${process.pid}-`));
  process.env.DIRT_TEST_FOLDER = folder;
  process.env.DIRT_CACHE = makeCache(join(folder, 'cache'));
  return () => remove(folder);
}

function makeCache(folder: string): string {
  mkdirSync(folder);
  for (const name of ['modules', 'packages']) {
    const shared = join(cacheFolder(), name);
    mkdirSync(shared, { recursive: true });
    symlinkSync(shared, join(folder, name));
  }
  return folder;
}

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, owner] = /^dirt-tests-(\d+)-/.exec(name) ?? [];
    if (owner !== undefined && !isAlive(Number(owner))) remove(join(tmpdir(), name));
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
