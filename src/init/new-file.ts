// Files that are only ever written whole, never over another one, and never outside of the repository.

import { lstatSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
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

/** Refuses paths of which a link leads out of the repository, or nowhere: somebody else may have put it there. */
export function staysInside(root: string, paths: readonly string[]): void {
  const home = realpathSync(root);
  for (const path of paths) {
    const there = orExplain(path, () => deepestThere(resolve(path)));
    const leadsTo = realpathIfAny(there);
    if (leadsTo === home || leadsTo?.startsWith(home.endsWith(sep) ? home : home + sep)) continue;
    throw new DirtError(
      'DIRT_INIT_LINK',
      `${relative('', there)} is a link that leads ${leadsTo === null ? 'nowhere' : `to ${leadsTo}, outside of ${home}`}`,
      'remove the link, and try again',
    );
  }
}

/** The path itself, or the folder around it that is there; links are. */
function deepestThere(path: string): string {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || path === dirname(path) ? path : deepestThere(dirname(path));
}

function realpathIfAny(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function orExplain<T>(path: string, write: () => T): T {
  const remedy = 'make room for it, and run `dirt init` again';
  return explained(
    write,
    (reason) => new DirtError('DIRT_INIT_FILE', `cannot write ${path} (${reason})`, remedy),
  );
}
