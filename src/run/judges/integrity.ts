// The engine's own integrity check finds nothing.

import { integrityReport } from './inspected.ts';
import { type Judge, ownLook } from './judge.ts';

export const integrity: Judge = {
  claims: "The engine's own integrity check finds nothing.",
  expected: 'always',
  isAsked: ({ step }) => step.do === 'inspect' && step.what === 'integrity',
  judge: (seen) => {
    const look = ownLook(seen);
    return look && integrityReport(look, 'integrity');
  },
};
