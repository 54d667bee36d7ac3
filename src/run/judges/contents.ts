// Every table holds the rows that the statements so far have left in it; after a power cut, those that were committed.

import { contentsReport } from './inspected.ts';
import { isCut, type Judge, ownLook } from './judge.ts';

export const contents: Judge = {
  claims: 'Every table holds the rows that the statements so far have left in it.',
  expected: 'always',
  isAsked: ({ step }) => step.do === 'inspect' && step.what === 'contents',
  judge: (seen) => {
    const look = ownLook(seen);
    const kind = isCut(seen.test) ? 'durability' : 'content';
    return look && contentsReport(look, seen.test?.allowed ?? [], kind, 'contents');
  },
};
