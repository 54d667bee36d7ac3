// Files that are written under another name and renamed when they are complete: readers see the whole file or none, even if
// several processes write it at the same time.

import { randomUUID } from 'node:crypto';
import { closeSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A name beside the given one that no other process uses. */
function temporaryName(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}

/** Writes a file in place of the one that is there. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  written(path, content, (temporary) => renameSync(temporary, path));
}

/** Writes a file that is not there yet; false if there is one by now, which stays as it is. */
export function createAtomically(path: string, content: string): boolean {
  return written(path, content, (temporary) => {
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      // Some file systems have no links.
      renameSync(temporary, path);
    }
    return true;
  });
}

function written<T>(path: string, content: string | Uint8Array, name: (temporary: string) => T): T {
  const temporary = temporaryName(path);
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(temporary, content);
    return name(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** A file that is written piece by piece. */
export interface GrowingFile {
  append(text: string): void;
  /** Gives the file its name. */
  complete(): void;
}

/** Fails at once if the place cannot be written to. */
export function openAtomically(path: string): GrowingFile {
  const temporary = temporaryName(path);
  mkdirSync(dirname(path), { recursive: true });
  const descriptor = openSync(temporary, 'wx');
  return {
    append: (text) => writeFileSync(descriptor, text),
    complete: () => {
      closeSync(descriptor);
      renameSync(temporary, path);
    },
  };
}
