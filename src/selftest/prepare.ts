// What all mutants of a workload share: its plans, and what the engine without a planted bug does with them.

import type { Engine } from '../engines/index.ts';
import { builtInProperties } from '../properties/index.ts';
import { type Finding, watch } from '../run/index.ts';
import type { Sound } from './trial.ts';
import { plansOf, type WorkloadName } from './workload.ts';

export interface Prepared {
  /** Those on which the engine is silent. */
  readonly plans: readonly Sound[];
  /** What was found on the engine though nothing is planted. */
  readonly findings: readonly Finding[];
}

export async function prepare(
  name: WorkloadName,
  engine: Engine,
  arbiter: Engine,
  { without, most }: { readonly without: readonly string[]; readonly most: number },
): Promise<Prepared> {
  const properties = builtInProperties
    .map((property) => property.name)
    .filter((property) => !without.includes(property));
  const plans: Sound[] = [];
  const findings: Finding[] = [];
  for (const planned of plansOf(name, engine.abilities, properties, most)) {
    let isSilent = true;
    const reference = await watch(
      planned,
      engine,
      (finding) => {
        isSilent = false;
        findings.push(finding);
        return true;
      },
      { arbiter },
    );
    if (isSilent) plans.push({ ...planned, reference });
  }
  return { plans, findings };
}
