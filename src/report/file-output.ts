// A report in a file: written under another name and renamed when it is complete, so that nobody reads half of it.

import { appendFileSync, closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { temporaryName } from '../engines/cache-folder.ts';
import { DirtError } from '../errors.ts';
import type { Output } from './reporter.ts';

export interface ClosableOutput extends Output {
  close(): void;
}

const PLAIN = { isTerminal: false, columns: 120 } as const;

/** Fails at once if the place cannot be written to. */
export function fileOutput(path: string): ClosableOutput {
  const temporary = temporaryName(path);
  const descriptor = orExplain(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(temporary, 'wx');
  });
  return {
    ...PLAIN,
    write: (text) => {
      orExplain(path, () => writeFileSync(descriptor, text));
    },
    close: () =>
      orExplain(path, () => {
        closeSync(descriptor);
        renameSync(temporary, path);
      }),
  };
}

/** For a file that others add to as well, such as the summary of a job. */
export function appendingOutput(path: string): ClosableOutput {
  return { ...PLAIN, write: (text) => orExplain(path, () => appendFileSync(path, text)), close: () => {} };
}

function orExplain<Result>(path: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const problem = `cannot write the report ${path} (${(error as NodeJS.ErrnoException).code ?? error})`;
    throw new DirtError('DIRT_REPORT_FILE', problem, 'check the path, its permissions and free space');
  }
}
