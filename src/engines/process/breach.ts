// The outcome of a request that a program answered in a way that breaks the protocol: a finding of the statement, and not the end of a
// campaign.

import type { DirtError } from '../../errors.ts';
import type { Panic } from '../../sql/index.ts';

/** The cause of the error, if it has one, is what is the same whenever the program does it. */
export function breach(error: DirtError): Panic {
  const { cause, problem, message } = error;
  return {
    kind: 'panic',
    message: typeof cause === 'string' ? cause : problem,
    location: '',
    breach: message,
  };
}
