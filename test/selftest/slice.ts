// Which planted bugs a run of `npm test` tries live, and on which plans. A planted bug is tried only on the plans in which, by the
// record, an oracle sees it for the first time: that takes a hundredth of the selftest's time.

import type { MadePlan } from '../../src/selftest/made-plan.ts';
import type { Matrix } from '../../src/selftest/matrix.ts';
import type { Mutant } from '../../src/selftest/mutant.ts';
import { mutants } from '../../src/selftest/mutants/index.ts';
import { oracles } from '../../src/selftest/oracle.ts';

/** Every planted bug is in one of the slices with all that is recorded of it. */
export const SLICES = 4;

/** A planted bug on one plan of its workload. */
export interface Sighting {
  readonly mutant: Mutant;
  readonly plan: MadePlan;
  /** Of oracles that see it here for the first time: statements of the plan up to there. */
  readonly kills: Readonly<Record<string, number>>;
  /** Oracles that see it in a plan before this one. */
  readonly before: readonly string[];
}

/** All that planted bugs number n, n + SLICES, … are seen by, and for every other oracle one planted bug that it sees. */
export function sliceOf(record: Matrix, n: number): Sighting[] {
  const all = mutants.map((mutant) => sightingsOf(mutant, record));
  const slice = all.filter((_, i) => i % SLICES === n).flat();
  for (const oracle of oracles) {
    if (slice.some(({ kills }) => oracle in kills)) continue;
    const seen = all.flat().filter(({ kills }) => oracle in kills);
    if (seen.length > 0) slice.push(seen[n % seen.length]);
  }
  return slice;
}

function sightingsOf(mutant: Mutant, { trials, controls }: Matrix): Sighting[] {
  const trial = trials.find((each) => each.mutant === mutant.name);
  const plans = controls.find(({ workload }) => workload === mutant.workload)?.plans ?? [];
  const left = new Map(Object.entries(trial?.kills ?? {}));
  const before: string[] = [];
  let statements = 0;
  return plans.flatMap((plan) => {
    const kills: Record<string, number> = {};
    const sighting = { mutant, plan, kills, before: [...before] };
    for (const [oracle, after] of left) {
      if (after > statements + plan.statements) continue;
      kills[oracle] = after - statements;
      before.push(oracle);
      left.delete(oracle);
    }
    statements += plan.statements;
    return Object.keys(kills).length === 0 ? [] : [sighting];
  });
}
