// Whether a campaign tested anything at all: one that ran no plan, or in which each died at once, finds nothing and must not be green.

import type { Counts } from '../events/index.ts';
import { isRun } from '../plan/index.ts';
import type { Verdict } from '../run/index.ts';

/** A plan that ends within as many statements has tested next to nothing. */
const FIRST_STATEMENTS = 5;

/** Did the plan end at its first statements, or before there was a table? `accepted` are its statements that were, by kind. */
export function diedAtOnce(
  { finding, trace }: Pick<Verdict, 'finding' | 'trace'>,
  accepted: Counts,
): boolean {
  if (finding === null) return false;
  const statements = trace.records.filter(({ test }) => isRun(test)).length;
  return statements <= FIRST_STATEMENTS || (accepted.createTable ?? 0) === 0;
}

export interface Ran {
  readonly plans: number;
  /** Of the plans. */
  readonly diedAtOnce: number;
  /** Plans that ended their worker. */
  readonly lost: number;
}

/** Why nothing was tested; null if something was. */
export function whyUntested({ plans, diedAtOnce, lost }: Ran): string | null {
  if (plans > diedAtOnce) return null;
  const ends = [
    ...(diedAtOnce > 0 ? [`${counted(diedAtOnce)} ended at the first statements`] : []),
    ...(lost > 0 ? [`${counted(lost)} ended the worker`] : []),
  ];
  return ends.length === 0 ? 'no plan was run' : `no plan got any further: ${ends.join(', and ')}`;
}

function counted(plans: number): string {
  return plans === 1 ? '1 plan' : `${plans} plans`;
}
