// Drops single steps, wherever they stand. A check whose rows are gone is no longer decided, so it cannot fail.

import type { Plan, Step } from '../../plan/index.ts';
import { withoutEmptyGroups } from './drop-groups.ts';
import { type Pass, removeChunks } from './pass.ts';

export const dropSteps: Pass = {
  name: 'drop steps',
  propose: (plan) =>
    removeChunks<Step>(
      plan,
      (current) => current.groups.flatMap((group) => group.steps),
      withoutSteps,
      LARGEST,
    ),
};

/** More than a pair at once went with its groups. */
const LARGEST = 2;

function withoutSteps(plan: Plan, gone: ReadonlySet<Step>): Plan {
  const groups = plan.groups.map((group) => ({
    ...group,
    steps: group.steps.filter((step) => !gone.has(step)),
  }));
  return withoutEmptyGroups({ ...plan, groups });
}
