// What all mutants of a workload share: its plans, and what the engine without a planted bug does with them.

import type { Engine } from '../engines/index.ts';
import { builtInProperties } from '../properties/index.ts';
import { examine, type Finding } from '../run/index.ts';
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
  opener: Engine,
  { without, most }: { readonly without: readonly string[]; readonly most: number },
): Promise<Prepared> {
  const properties = builtInProperties
    .map((property) => property.name)
    .filter((property) => !without.includes(property));
  const plans: Sound[] = [];
  const findings: Finding[] = [];
  for (const planned of plansOf(name, engine.abilities, properties, most)) {
    const { trace, finding } = await examine(planned, engine, { opener });
    if (finding === null) plans.push({ ...planned, reference: trace });
    else findings.push(finding);
  }
  return { plans, findings };
}
