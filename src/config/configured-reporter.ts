// A reporter of the configuration: what it throws is its author's mistake, and names it.

import { DirtError, messageOf } from '../errors.ts';
import type { MakeReporter, Reporter } from '../events/index.ts';
import { configError } from './config-error.ts';

/** `file` is the configuration's. */
export function configuredReporter(name: string, make: MakeReporter, file: string): MakeReporter {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      // An output that cannot be written to has been explained already.
      if (error instanceof DirtError) throw error;
      const problem = `reporters.${name} throws ${messageOf(error)}`;
      throw configError(file, problem, 'correct it; --debug prints the stack', error);
    }
  };
  return (output, options) => {
    const reporter: Partial<Reporter> | undefined = attempt(() => make(output, options));
    if (typeof reporter?.event !== 'function')
      throw configError(
        file,
        `reporters.${name} makes no reporter`,
        'return an object with a function event: docs/config.md shows one',
      );
    return {
      event: (event) => attempt(() => reporter.event?.(event)),
      end: () => attempt(() => reporter.end?.()),
    };
  };
}
