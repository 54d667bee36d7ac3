// A report in a file: it gets its name when it is complete, so that no reader sees half of it; what is no regular file, such as /dev/stdout,
// is written into.

import { appendFileSync } from 'node:fs';
import { DirtError } from '../errors.ts';
import type { Output } from '../events/index.ts';
import { explained, openText } from '../files/index.ts';

export interface ClosableOutput extends Output {
  close(): void;
}

const PLAIN = { isTerminal: false, columns: 120 } as const;

/** Fails at once if the place cannot be written to, and at the end if it could not be written meanwhile. */
export function fileOutput(path: string): ClosableOutput {
  const file = orExplain(path, () => openText(path));
  return {
    ...PLAIN,
    write: file.append,
    close: () => orExplain(path, () => file.complete()),
  };
}

/** For a file that others add to as well, such as the summary of a job. */
export function appendingOutput(path: string): ClosableOutput {
  let waiting = '';
  const flush = (): void => {
    appendFileSync(path, waiting);
    waiting = '';
  };
  return {
    ...PLAIN,
    write: (text) => {
      waiting += text;
      try {
        flush();
      } catch {
        // The end tries again.
      }
    },
    close: () => {
      if (waiting !== '') orExplain(path, flush);
    },
  };
}

function orExplain<Result>(path: string, write: () => Result): Result {
  return explained(
    write,
    (reason) =>
      new DirtError(
        'DIRT_REPORT_FILE',
        `cannot write the report ${path} (${reason})`,
        'check the path, its permissions and free space',
      ),
  );
}
