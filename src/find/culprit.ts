// Is a failure one that was looked into before? Signatures have no values in them, so different bugs can share one. What a known bug
// needs tells them apart by a run; where that is not known, what the engine said or the features of what failed do, without one.

import { dialect } from '../dialect/index.ts';
import { expand, type Plan } from '../plan/index.ts';
import type { Finding } from '../run/index.ts';
import { saidCause, statementAt, symptomOf } from './cause.ts';

/** What is remembered of a bug. */
export interface Culprit {
  readonly signature: string;
  /** The kind of statement that failed. */
  readonly during?: string;
  /** Of the group that failed in the minimal plan. */
  readonly features: readonly string[];
  /** What makes it pass when it is taken out (counterfactuals.ts). */
  readonly needs?: readonly string[];
  /** Muted bugs are not reported. */
  readonly muted?: boolean;
}

export function culpritOf(plan: Plan, { at, signature }: Pick<Finding, 'at' | 'signature'>): Culprit {
  let end = 0;
  for (const group of plan.groups) {
    end += group.steps.length;
    if (at >= end) continue;
    const features = new Set<string>();
    for (const step of group.steps) {
      if (step.do !== 'run') continue;
      for (const feature of dialect.features.of(expand(step.statement, group.draws))) features.add(feature);
    }
    return { signature, during: statementAt(plan, at), features: [...features].sort() };
  }
  return { signature, features: [] };
}

/**
 * Whether a known bug explains this failure without a run: the engine said the same, or nothing else is known of the bug than its
 * features, and the failure has the same signature and all of them. A bug without features explains nothing.
 */
export function isExplainedBy(failure: Culprit, known: Culprit): boolean {
  const said = saidCause(failure.signature, failure.during);
  if (said !== null) return said === saidCause(known.signature, known.during);
  if (hasNeeds(known) || failure.signature !== known.signature || known.features.length === 0) return false;
  const present = new Set(failure.features);
  return known.features.every((feature) => present.has(feature));
}

/** The same for a bug of which it is known what it needs: the failure looks alike, and passes without each of that. */
export async function isProvenBy(
  { signature, during }: Culprit,
  known: Culprit,
  passesWithout: (need: string) => Promise<boolean>,
): Promise<boolean> {
  if (!hasNeeds(known) || saidCause(signature, during) !== null) return false;
  if (symptomOf(signature) !== symptomOf(known.signature)) return false;
  for (const need of known.needs ?? []) if (!(await passesWithout(need))) return false;
  return true;
}

function hasNeeds({ needs = [] }: Culprit): boolean {
  return needs.length > 0;
}
