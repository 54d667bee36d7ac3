// A property's own check holds.

import { invariant } from '../../errors.ts';
import { evaluateCheck, skeletonOfCheck } from '../../plan/index.ts';
import type { Judge } from './judge.ts';

export const property: Judge = {
  claims: "A property's own check holds.",
  judge: ({ test, returned }) => {
    if (test?.step.do !== 'assert') return null;
    const { step, terms } = test;
    invariant(terms !== undefined, 'the model was asked about a check');
    if (evaluateCheck(step.check, { ...terms, rows: (id) => returned.get(id) }) !== false) return null;
    return {
      kind: 'assertion',
      judge: 'property',
      skeleton: skeletonOfCheck(step.check),
      message: 'the check of the property does not hold',
      check: step.check,
    };
  },
};
