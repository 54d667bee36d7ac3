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
  /** Called once for each database that comes to life; `life` counts those of the engine from 0. */
  readonly plant: (life: number) => EngineHooks;
}

export function mutantOf(engine: Engine, { name, plant }: Pick<Mutant, 'name' | 'plant'>): Engine {
  let lives = 0;
  return { ...wrapEngine(engine, () => plant(lives++)), name: `${engine.name} with ${name}` };
}
