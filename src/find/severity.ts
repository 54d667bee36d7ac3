// How bad a bug is, worst first: what is lost or damaged for good, answers that are wrong, crashes, refusals, what takes too long, and what hardly matters.

import type { FindingKind } from '../run/index.ts';

export const SEVERITIES = ['data', 'answer', 'crash', 'refusal', 'slow', 'cosmetic'] as const;

export type Severity = (typeof SEVERITIES)[number];

const OF_KIND: Readonly<Record<FindingKind, Severity>> = {
  corruption: 'data',
  durability: 'data',
  content: 'data',
  difference: 'answer',
  assertion: 'answer',
  wronglyAccepted: 'answer',
  nondeterminism: 'answer',
  panic: 'crash',
  hang: 'crash',
  performance: 'slow',
  error: 'refusal',
  regression: 'refusal',
  unsupportedCombination: 'refusal',
};

export function severityOf({
  kind,
  signature,
}: {
  readonly kind: FindingKind;
  readonly signature: string;
}): Severity {
  return signature.endsWith('/sign of zero') ? 'cosmetic' : OF_KIND[kind];
}

/** A cause is as bad as the worst that it was seen to do. */
export function worse(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) <= SEVERITIES.indexOf(other) ? one : other;
}
