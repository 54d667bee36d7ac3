// A planted bug, and the engine that has it.

import { type Engine, type EngineHooks, wrapEngine } from '../engines/index.ts';
import type { WorkloadName } from './workload.ts';

/** A planted bug. It has a trigger: most statements, and a plan without the trigger, see nothing of it. */
export interface Mutant {
  readonly name: string;
  /** What is planted, in one sentence. */
  readonly plants: string;
  /** The plans in which it is looked for. */
  readonly workload: WorkloadName;
  /** Called once for each database that a plan brings to life. */
  readonly plant: () => EngineHooks;
}

export function mutantOf(engine: Engine, { name, plant }: Pick<Mutant, 'name' | 'plant'>): Engine {
  return { ...wrapEngine(engine, plant), name: `${engine.name} with ${name}` };
}
