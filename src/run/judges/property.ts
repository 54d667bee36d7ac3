// A property's own check holds.

import { invariant } from '../../errors.ts';
import { type Check, evaluateCheck, type StepId, skeletonOfCheck, type Terms } from '../../plan/index.ts';
import type { Judge } from './judge.ts';

export const property: Judge = {
  claims: "A property's own check holds.",
  judge: ({ test, returned, costs }) => {
    if (test?.step.do !== 'assert') return null;
    const { step, terms } = test;
    invariant(terms !== undefined, 'the model was asked about a check');
    const { check } = step;
    const seen: Terms = { ...terms, rows: (id) => returned.get(id), cost: (id) => costs.get(id) };
    if (evaluateCheck(check, seen) !== false) return null;
    const skeleton = skeletonOfCheck(check);
    if (check.check === 'costsAtMost')
      return { kind: 'performance', judge: 'property', skeleton, message: costsIn(check, costs), check };
    return {
      kind: 'assertion',
      judge: 'property',
      skeleton,
      message: 'the check of the property does not hold',
      check,
    };
  },
};

function costsIn(
  { before, later, times }: Extract<Check, { readonly check: 'costsAtMost' }>,
  costs: ReadonlyMap<StepId, number>,
): string {
  const [less, more] = [before, later].map((term) =>
    term.term === 'rows' ? costs.get(term.step) : undefined,
  );
  return `it cost ${less} before and costs ${more} now, and must not cost more than ${times} times as much`;
}
