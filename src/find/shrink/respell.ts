// Writes statements as they are usually written: first all of them, then one after the other, then one way after the other.

import type { Plan, RunStep, Step } from '../../plan/index.ts';
import type { Pass } from './pass.ts';

export const respell: Pass = {
  name: 'usual spelling',
  *propose(plan) {
    if (yield* withSteps(plan, () => true, plainest)) return;
    let current = plan;
    const positions = plan.groups.flatMap((group, g) => group.steps.map((_, s) => [g, s] as const));
    for (const [g, s] of positions) {
      for (const change of [plainest, withoutParentheses, ...fewer(current.groups[g].steps[s])]) {
        const candidate = changed(current, (of, at) => of === g && at === s, change);
        if (candidate !== null && (yield candidate)) current = candidate;
      }
    }
  },
};

type Change = (step: RunStep) => RunStep;

const plainest: Change = ({ parentheses, spelling, ...plain }) => plain;
const withoutParentheses: Change = ({ parentheses, ...rest }) => rest;

/** With one way of writing less. */
function fewer(step: Step): Change[] {
  if (step.do !== 'run' || step.spelling === undefined || step.spelling.of.length < 2) return [];
  return step.spelling.of.map(
    (gone) => (other) =>
      other.spelling === undefined
        ? other
        : {
            ...other,
            spelling: { ...other.spelling, of: other.spelling.of.filter((kind) => kind !== gone) },
          },
  );
}

function* withSteps(
  plan: Plan,
  isMeant: (group: number, step: number) => boolean,
  change: Change,
): Generator<Plan, boolean, boolean> {
  const candidate = changed(plan, isMeant, change);
  return candidate === null || (yield candidate);
}

/** Null if nothing is written in an unusual way there. */
function changed(plan: Plan, isMeant: (group: number, step: number) => boolean, change: Change): Plan | null {
  let isChanged = false;
  const groups = plan.groups.map((group, g) => {
    const steps = group.steps.map((step, s) => {
      if (step.do !== 'run' || !isMeant(g, s)) return step;
      if (step.parentheses === undefined && step.spelling === undefined) return step;
      isChanged = true;
      return change(step);
    });
    return { ...group, steps };
  });
  return isChanged ? { ...plan, groups } : null;
}
