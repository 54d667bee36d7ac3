// A mistake in the configuration, or in what it names: one line with the file, the place, and the remedy.

import { DirtError } from '../errors.ts';

/** `cause` is what was thrown, for --debug. */
export function configError(file: string, problem: string, remedy: string, cause?: unknown): DirtError {
  const oneLine = problem.replace(/\s*\n\s*/g, ' ').trim();
  return Object.assign(new DirtError('DIRT_CONFIG', `${file}: ${oneLine}`, remedy), { cause });
}
