// Files in a folder that may come from anybody: a link in it could lead to anything, and what is no regular file could keep its reader
// waiting for ever. Such are not read and not written through.

import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { fileError } from './named-file.ts';

/** Systems that do not have these do not need them. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY, O_CREAT, O_APPEND } = constants;

const IRREGULAR = 'it is no regular file';

/** Throws an error with a code if it is not there, or is no regular file. */
export function readOwnFile(path: string): string {
  return withOwnFile(path, O_RDONLY, (descriptor) => readFileSync(descriptor, 'utf8'));
}

/** Null if it is not there, or is no regular file. */
export function readOwnFileIfThere(path: string): string | null {
  try {
    return readOwnFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === IRREGULAR) return null;
    throw code === undefined ? error : fileError('read', path, code);
  }
}

/** By one write, so that what two processes append at once does not mix. */
export function appendToOwnFile(path: string, text: string): void {
  withOwnFile(path, O_WRONLY | O_CREAT | O_APPEND, (descriptor) => writeSync(descriptor, text));
}

/** For who appends again and again; to be closed by the caller. */
export function openOwnFile(path: string): number {
  return openRegular(path, O_WRONLY | O_CREAT | O_APPEND);
}

function withOwnFile<T>(path: string, flags: number, work: (descriptor: number) => T): T {
  const descriptor = openRegular(path, flags);
  try {
    return work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function openRegular(path: string, flags: number): number {
  let descriptor: number;
  try {
    descriptor = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // A link, a pipe without a reader, or a folder.
    if (['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw irregular();
    throw error;
  }
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw irregular();
}

function irregular(): Error {
  return Object.assign(new Error(), { code: IRREGULAR });
}
