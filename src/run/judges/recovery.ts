// The database opens after a power cut.

import { normalised } from '../finding.ts';
import { isCut, type Judge } from './judge.ts';

export const recovery: Judge = {
  claims: 'The database opens after a power cut.',
  isAsked: isCut,
  judge: ({ test, outcome, inspection }) => {
    // Where it opened, there is an inspection.
    if (!isCut(test) || inspection !== undefined || outcome.kind === 'panic') return null;
    const message = outcome.kind === 'refused' ? outcome.message : outcome.kind;
    return {
      kind: 'durability',
      judge: 'recovery',
      skeleton: normalised(message),
      message: `the database does not open after the power cut: ${message}`,
      actual: { kind: 'outcome', outcome },
    };
  },
};
