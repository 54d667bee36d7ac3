// Drops what has nothing to do with the failure as a whole: queries before it, and what is about other tables. Most of a plan goes
// with one candidate, before the other passes look at the rest step by step.

import { expand, type Group, type Plan, type Step } from '../../plan/index.ts';
import { isReading, visitNames } from '../../sql/index.ts';
import { withoutEmptyGroups } from './drop-groups.ts';
import type { Pass } from './pass.ts';

export const dropUnrelated: Pass = {
  name: 'drop what is about other tables',
  *propose(plan) {
    const related = relatedPart(plan);
    if (related !== null && (yield related)) return;
    const written = part(plan, () => true);
    if (written !== null) yield written;
  },
};

/** The last group, and of those before it what may change the tables that it names; null if that is all. */
export function relatedPart(plan: Plan): Plan | null {
  const last = plan.groups.at(-1);
  if (last === undefined) return null;
  const related = new Set<string>(last.steps.flatMap((step) => namesIn(step, last)));
  const writes = plan.groups.flatMap((group) =>
    group.steps.filter(isKept).map((step) => namesIn(step, group)),
  );
  // What a related table was made from, or is tied to by a trigger, a view or a foreign key, is related too.
  for (let size = -1; size < related.size; ) {
    size = related.size;
    for (const names of writes)
      if (names.some((name) => related.has(name))) for (const name of names) related.add(name);
  }
  return part(plan, (names) => names.length === 0 || names.some((name) => related.has(name)));
}

/** The last group, and of the others the steps that change something and name what is asked for. */
function part(plan: Plan, isRelated: (names: readonly string[]) => boolean): Plan | null {
  let isWhole = true;
  const groups = plan.groups.map((group, i) => {
    if (i === plan.groups.length - 1) return group;
    const steps = group.steps.filter((step) => isKept(step) && isRelated(namesIn(step, group)));
    if (steps.length < group.steps.length) isWhole = false;
    return { ...group, steps };
  });
  return isWhole ? null : withoutEmptyGroups({ ...plan, groups });
}

function isKept(step: Step): boolean {
  if (step.do === 'run') return !isReading(step.statement);
  return step.do !== 'assert' && step.do !== 'inspect';
}

/** The tables and views that a statement names. */
function namesIn(step: Step, { draws }: Group): string[] {
  const names: string[] = [];
  if (step.do === 'run')
    visitNames('statement', expand(step.statement, draws), (name, of) => {
      if (of === 'table' || of === 'object') names.push(name);
    });
  return names;
}
