// A folder with all that it lies in. Node's own way never comes back where a file system says of a new folder that its parent is missing,
// although it is there, as /proc does.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** What is there already is all right. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(folder);
  }
}
