// Forgets draws that nothing mentions any more. It never changes what a plan does, and what has no such draws stays the same object.

import { type Group, type Plan, termsOf } from '../../plan/index.ts';
import { visitDraws } from '../../sql/index.ts';

export function withoutUnusedDraws(plan: Plan): Plan {
  const groups = plan.groups.map(withoutUnused);
  return groups.every((group, i) => group === plan.groups[i]) ? plan : { ...plan, groups };
}

/** Draws mention no draws, so the steps say what is used. */
function withoutUnused(group: Group): Group {
  const used = new Set<string>();
  for (const step of group.steps) {
    if (step.do === 'run') visitDraws('statement', step.statement, ({ draw }) => used.add(draw));
    if (step.do === 'assert') for (const term of termsOf(step.check)) if ('draw' in term) used.add(term.draw);
  }
  const all = Object.entries(group.draws);
  const draws = all.filter(([name]) => used.has(name));
  return draws.length === all.length ? group : { ...group, draws: Object.fromEntries(draws) };
}
