// Drops everything after the step that failed.

import type { Plan } from '../../plan/index.ts';
import { withoutEmptyGroups } from './drop-groups.ts';

/** The plan up to and including the step at this position. */
export function cutAfter(plan: Plan, at: number): Plan {
  let left = at + 1;
  const groups = plan.groups.map((group) => {
    const steps = group.steps.slice(0, Math.max(0, left));
    left -= group.steps.length;
    return { ...group, steps };
  });
  return withoutEmptyGroups({ ...plan, groups });
}
