// Forgets draws that nothing mentions any more. It never changes what a plan does.

import type { Group, Plan } from '../../plan/plan.ts';

export function withoutUnusedDraws(plan: Plan): Plan {
  return { ...plan, groups: plan.groups.map(withoutUnused) };
}

function withoutUnused(group: Group): Group {
  let draws = group.draws;
  for (;;) {
    const used = new Set<string>();
    collect([group.steps, draws], used);
    const kept = Object.entries(draws).filter(([name]) => used.has(name));
    if (kept.length === Object.keys(draws).length) return { ...group, draws };
    draws = Object.fromEntries(kept);
  }
}

function collect(value: unknown, used: Set<string>): void {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
  const { draw } = value as { draw?: unknown };
  if (typeof draw === 'string') used.add(draw);
  for (const child of Object.values(value)) collect(child, used);
}
