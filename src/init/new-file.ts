// Files that are only ever written whole, and never over another one.

import { DirtError } from '../errors.ts';
import { createAtomically, explained, readTextIfThere, writeAtomically } from '../files/index.ts';

export type Written = 'created' | 'added' | 'kept';

/** Writes a file that is not there yet; one that is stays as it is. */
export function writeNewFile(path: string, text: string): Written {
  if (readTextIfThere(path) !== null) return 'kept';
  return orExplain(path, () => (createAtomically(path, text) ? 'created' : 'kept'));
}

/** Adds the lines that a file does not have, at its end. */
export function addLines(path: string, lines: readonly string[]): Written {
  const old = readTextIfThere(path);
  const end = old?.includes('\r\n') ? '\r\n' : '\n';
  const present = (old ?? '').split(/\r?\n/).map((line) => line.trim());
  const missing = lines.filter((line) => !present.includes(line));
  if (missing.length === 0) return 'kept';
  const start = old === null || old === '' || old.endsWith('\n') ? (old ?? '') : old + end;
  orExplain(path, () => writeAtomically(path, start + missing.map((line) => line + end).join('')));
  return old === null ? 'created' : 'added';
}

function orExplain<T>(path: string, write: () => T): T {
  const remedy = 'make room for it, and run `dirt init` again';
  return explained(
    write,
    (reason) => new DirtError('DIRT_INIT_FILE', `cannot write ${path} (${reason})`, remedy),
  );
}
