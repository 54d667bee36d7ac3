// Files that are only ever written whole, and never over another one.

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { temporaryName, writeAtomically } from '../engines/cache-folder.ts';
import { DirtError } from '../errors.ts';

export type Written = 'created' | 'added' | 'kept';

/** Writes a file that is not there yet; one that is stays as it is. */
export function writeNewFile(path: string, text: string): Written {
  return explained(path, () => {
    if (contentsOf(path) !== null) return 'kept';
    mkdirSync(dirname(path), { recursive: true });
    const temporary = temporaryName(path);
    try {
      writeFileSync(temporary, text);
      return linked(temporary, path) ? 'created' : 'kept';
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

/** Adds the lines that a file does not have, at its end. */
export function addLines(path: string, lines: readonly string[]): Written {
  return explained(path, () => {
    const old = contentsOf(path);
    const end = old?.includes('\r\n') ? '\r\n' : '\n';
    const present = (old ?? '').split(/\r?\n/).map((line) => line.trim());
    const missing = lines.filter((line) => !present.includes(line));
    if (missing.length === 0) return 'kept';
    const start = old === null || old === '' || old.endsWith('\n') ? (old ?? '') : old + end;
    writeAtomically(path, new TextEncoder().encode(start + missing.map((line) => line + end).join('')));
    return old === null ? 'created' : 'added';
  });
}

/** Null if there is no such file. */
function contentsOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Gives the file its name, unless somebody else has it by now. */
function linked(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Some file systems have no links.
    renameSync(temporary, path);
  }
  return true;
}

function explained<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new DirtError(
      'DIRT_INIT_FILE',
      `cannot write ${path} (${code})`,
      'make room for it, and run `dirt init` again',
    );
  }
}
