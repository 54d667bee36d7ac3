// Reads what a user named; a file that cannot be read is the user's mistake.

import { readFileSync } from 'node:fs';
import { DirtError } from '../errors.ts';

/** Without a path: standard input. */
export function readText(path: string | undefined): string {
  try {
    return readFileSync(path ?? 0, 'utf8');
  } catch (error) {
    const problem = `cannot read ${path ?? 'standard input'} (${(error as NodeJS.ErrnoException).code})`;
    throw new DirtError('DIRT_FILE', problem, 'check the path and its permissions');
  }
}
