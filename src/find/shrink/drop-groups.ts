// Drops whole groups: what other properties and interactions left behind is mostly not needed.

import type { Group, Plan } from '../../plan/index.ts';
import { type Pass, removeChunks } from './pass.ts';

export const dropGroups: Pass = {
  name: 'drop groups',
  propose: (plan) =>
    removeChunks<Group>(
      plan,
      (current) => current.groups,
      (current, gone) => ({ ...current, groups: current.groups.filter((group) => !gone.has(group)) }),
    ),
};

/** The plan without empty groups. */
export function withoutEmptyGroups(plan: Plan): Plan {
  return { ...plan, groups: plan.groups.filter((group) => group.steps.length > 0) };
}
