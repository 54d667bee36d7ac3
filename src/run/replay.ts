// One plan again, with every judge there is.

import { checkPlan, type Engine, resolveEngine } from '../engines/index.ts';
import { decodePlan, type Plan, testOf } from '../plan/index.ts';
import type { Finding } from './finding.ts';
import { judgeFully, type Verdict } from './judge-fully.ts';
import { type Referee, refereeWith } from './referee.ts';

export interface ReplayOptions {
  /** Runs the plan too, and is compared with; the usual one if not given, null for none. */
  readonly reference?: Engine | null;
}

/**
 * What is wrong with an engine that runs the plan, or null if it passes: for a test of a bug, in this process. The plan may be the
 * text of a plan.json, and the engine the name of one that DIRT knows, as in `turso@0.4.4`. Checks that the plan names must be defined.
 */
export async function replay(
  plan: Plan | string,
  engine: Engine | string,
  { reference }: ReplayOptions = {},
): Promise<Finding | null> {
  const decoded = typeof plan === 'string' ? decodePlan(plan, 'the plan') : plan;
  const resolved = typeof engine === 'string' ? await resolveEngine(engine) : engine;
  return (await judged(decoded, resolved, refereeWith(reference))).finding;
}

/** With every judge, a second run included. */
export function judged(plan: Plan, engine: Engine, referee: Referee): Promise<Verdict> {
  const doublecheck = engine.abilities.deterministic;
  checkPlan(engine, plan);
  return judgeFully(testOf(plan), engine, { referee, doublecheck });
}
