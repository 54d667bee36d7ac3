// Is a failure one that was looked into before? Signatures have no values in them, so different bugs can share one; the
// features of what failed tell most of them apart, before anything is shrunk.

import { dialect } from '../dialect/index.ts';
import { expand, type Plan } from '../plan/index.ts';
import type { Finding } from '../run/index.ts';

/** What is remembered of a bug. */
export interface Culprit {
  readonly signature: string;
  /** Of the group that failed in the minimal plan. */
  readonly features: readonly string[];
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
    return { signature, features: [...features].sort() };
  }
  return { signature, features: [] };
}

/** Whether a known bug explains this failure: it has the same signature, and all features that the bug needs. */
export function isExplainedBy(failure: Culprit, known: Culprit): boolean {
  const present = new Set(failure.features);
  return failure.signature === known.signature && known.features.every((feature) => present.has(feature));
}
