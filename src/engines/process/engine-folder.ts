// The folder that a process works in: copies of the world's files, and beside them a folder for temporary files, so that an
// engine that is killed leaves none elsewhere.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export function makeFolder(): string {
  const home = mkdtempSync(join(tmpdir(), `dirt-engine-${process.pid}-`));
  const folder = join(home, 'files');
  mkdirSync(folder);
  mkdirSync(temporaryBeside(folder));
  return folder;
}

/** For temporary files. */
export function temporaryBeside(folder: string): string {
  return join(dirname(folder), 'tmp');
}

export function removeFolder(folder: string): void {
  rmSync(dirname(folder), { recursive: true, force: true });
}
