// Files that are written under another name and renamed when they are complete: readers see the whole file or none, even if
// several processes write it at the same time. Nothing else is left behind, however a process ends: what one that was killed has left is
// removed by the next that writes there.

import { closeSync, existsSync, linkSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { removeQuietly, sweepTemporaries, temporaryName } from './temporary-name.ts';

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
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(path)) return false;
      // Some file systems have no links.
      renameSync(temporary, path);
    }
    return true;
  });
}

function written<T>(path: string, content: string | Uint8Array, name: (temporary: string) => T): T {
  const temporary = temporaryName(path);
  makeFolder(dirname(path));
  sweepTemporaries(dirname(path));
  try {
    writeFileSync(temporary, content);
    return name(temporary);
  } finally {
    removeQuietly(temporary);
  }
}

/** A file that is written piece by piece. */
export interface GrowingFile {
  /** What cannot be written now is kept, and written before what comes next. */
  append(text: string): void;
  /** Ends the file; throws if anything of it could not be written. */
  complete(): void;
}

/** Files that are growing: a process that ends takes them with it. */
const growing = new Set<string>();

process.once('exit', () => {
  for (const temporary of growing) removeQuietly(temporary);
});

/** A file that gets its name when it is complete. Fails at once if the place cannot be written to. */
export function openAtomically(path: string): GrowingFile {
  const temporary = temporaryName(path);
  makeFolder(dirname(path));
  sweepTemporaries(dirname(path));
  const file = openInPlace(temporary, 'wx');
  growing.add(temporary);
  return {
    append: file.append,
    complete: () => {
      try {
        file.complete();
        renameSync(temporary, path);
      } finally {
        removeQuietly(temporary);
        growing.delete(temporary);
      }
    },
  };
}

/** For what is no file with a content of its own, such as a terminal or a pipe. */
export function openInPlace(path: string, flags = 'w'): GrowingFile {
  const descriptor = openSync(path, flags);
  let waiting = Buffer.alloc(0);
  const flush = (): void => {
    // A full disk may take a part of it.
    while (waiting.length > 0) waiting = waiting.subarray(writeSync(descriptor, waiting));
  };
  return {
    append: (text) => {
      waiting = Buffer.concat([waiting, Buffer.from(text)]);
      try {
        flush();
      } catch {
        // There may be space again later; the end tells if there is not.
      }
    },
    complete: () => {
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
