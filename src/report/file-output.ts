// A report in a file: it gets its name when it is complete, so that no reader sees half of it.

import { appendFileSync } from 'node:fs';
import { DirtError } from '../errors.ts';
import type { Output } from '../events/index.ts';
import { explained, openAtomically } from '../files/index.ts';

export interface ClosableOutput extends Output {
  close(): void;
}

const PLAIN = { isTerminal: false, columns: 120 } as const;

/** Fails at once if the place cannot be written to. */
export function fileOutput(path: string): ClosableOutput {
  const file = orExplain(path, () => openAtomically(path));
  return {
    ...PLAIN,
    write: (text) => orExplain(path, () => file.append(text)),
    close: () => orExplain(path, () => file.complete()),
  };
}

/** For a file that others add to as well, such as the summary of a job. */
export function appendingOutput(path: string): ClosableOutput {
  return { ...PLAIN, write: (text) => orExplain(path, () => appendFileSync(path, text)), close: () => {} };
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
