// Files that a user named: what cannot be read or written is the user's mistake, and says so.

import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { DirtError } from '../errors.ts';
import { type GrowingFile, openAtomically, openInPlace, writeAtomically } from './atomic-file.ts';

/** Without a path: standard input. */
export function readText(path: string | undefined): string {
  return explained(
    () => readFileSync(path ?? 0, 'utf8'),
    (reason) => fileError('read', path ?? 'standard input', reason),
  );
}

/** Null if there is no such file. */
export function readTextIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw code === undefined ? error : fileError('read', path, code);
  }
}

/** Writes to the target of a link, not over the link; and into what is no regular file, such as a terminal. */
export function writeText(path: string, content: string | Uint8Array): void {
  explained(
    () => {
      const target = targetOf(path);
      if (target === null) writeFileSync(path, content);
      else writeAtomically(target, content);
    },
    (reason) => fileError('write', path, reason),
  );
}

/** The same piece by piece. Throws what the file system says if it cannot be written. */
export function openText(path: string): GrowingFile {
  const target = targetOf(path);
  return target === null ? openInPlace(path) : openAtomically(target);
}

/** The file that this path leads to, if it may be replaced as a whole; null if what is there is no regular file. */
function targetOf(path: string): string | null {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing === undefined) return path;
  return existing.isFile() ? realpathSync(path) : null;
}

export function fileError(verb: string, path: string, reason: string): DirtError {
  return new DirtError(
    'DIRT_FILE',
    `cannot ${verb} ${path} (${reason})`,
    'check the path and its permissions',
  );
}

/** The result of `work`; if the file system refuses, throws what `error` makes of the reason. */
export function explained<T>(work: () => T, error: (reason: string) => DirtError): T {
  try {
    return work();
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw code === undefined || thrown instanceof DirtError ? thrown : error(code);
  }
}
