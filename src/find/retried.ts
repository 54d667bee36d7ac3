// What came of a bug's plan when it was run again, perhaps on another version: only the same failure is the same bug.

import type { Finding } from '../run/index.ts';
import { isLacking } from '../sql/index.ts';
import type { Bug } from './bug.ts';
import { symptomOf } from './cause.ts';
import { failedIn, passedIn } from './sightings.ts';

/** `lacks`: the engine refuses a statement as not supported, so the plan says nothing about the bug. */
export type Retried = 'passes' | 'fails' | 'fails otherwise' | 'lacks a feature that it needs';

export function retriedAs(
  bug: Pick<Bug, 'kind' | 'signature'>,
  finding: Pick<Finding, 'kind' | 'signature' | 'actual'> | null,
): Retried {
  if (finding === null) return 'passes';
  if (comparable(finding.signature) === comparable(bug.signature)) return 'fails';
  const { actual } = finding;
  const isRefused = actual?.kind === 'outcome' && isLacking(actual.outcome);
  return isRefused ? 'lacks a feature that it needs' : 'fails otherwise';
}

/** Lines of the engine's source move from one version to the next, and one bug shows as several symptoms. */
function comparable(signature: string): string {
  return symptomOf(signature).replace(/:\d+| within \d+$/g, '');
}

/** The bug after it was tried there: a version in which it fails otherwise, or cannot be tried, neither has it nor is without it. */
export function afterRetry(bug: Bug, retried: Retried | null, version: string): Bug {
  if (retried === 'passes') return passedIn(bug, version);
  return retried === 'fails' ? failedIn(bug, version) : bug;
}
