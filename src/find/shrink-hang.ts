// Hangs are shrunk with little fuel, because each candidate burns all of it: what is left of one must hang with more, too. If it does not, it
// was on the way that something slow took the place of the hang, and it is shrunk with more fuel from the beginning. If that ends in something
// slow, too, the plan stays as it was found.

import { type Plan, withFuel } from '../plan/index.ts';
import { SHRINKING_FUEL, SHRUNK_CONFIRMING_FUEL, SHRUNK_FUEL } from '../planning/index.ts';
import type { Shrunk } from './shrink/shrink.ts';

/** Each takes up to a second. It is enough to drop most of a plan. */
const MOST_SLOW_CANDIDATES = 60;

export async function shrunkHang(
  plan: Plan,
  mostCandidates: number,
  by: {
    readonly shrunkFrom: (start: Plan, mostCandidates: number) => Promise<Shrunk>;
    readonly hangs: (plan: Plan) => Promise<boolean>;
  },
): Promise<Shrunk> {
  const quick = await by.shrunkFrom(
    withFuel(plan, () => SHRINKING_FUEL),
    mostCandidates,
  );
  const small = withFuel(quick.plan, () => SHRUNK_FUEL);
  if (await reallyHangs(small, by.hangs)) return { ...quick, plan: small };
  const slow = await by.shrunkFrom(
    withFuel(plan, () => SHRUNK_FUEL),
    Math.min(mostCandidates, MOST_SLOW_CANDIDATES),
  );
  const candidates = quick.candidates + slow.candidates;
  const isHang = await reallyHangs(slow.plan, by.hangs);
  return { plan: isHang ? slow.plan : plan, candidates, finished: true };
}

/** With the fuel that it is kept with, and with ten times as much. */
async function reallyHangs(plan: Plan, hangs: (plan: Plan) => Promise<boolean>): Promise<boolean> {
  return (await hangs(plan)) && hangs(withFuel(plan, () => SHRUNK_CONFIRMING_FUEL));
}
