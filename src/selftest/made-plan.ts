// What a record of the selftest keeps of a plan: enough to make it alone again, and to see that it is still the same.

import { encodePlan, type Plan, statementCount } from '../plan/index.ts';
import { RunningHash } from '../world/index.ts';

export interface MadePlan {
  readonly index: number;
  readonly statements: number;
  /** Of its world and its steps. */
  readonly hash: string;
}

export function madePlan(plan: Plan): MadePlan {
  const hash = new RunningHash();
  // A release of DIRT that makes the same plans is not a change.
  hash.text(encodePlan({ ...plan, made: { dirt: '', profile: '', ledger: '' } }));
  return { index: plan.index, statements: statementCount(plan), hash: hash.digest() };
}
