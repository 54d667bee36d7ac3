// What came of a bug's plan when it was run again, perhaps on another version: only the same failure is the same bug.

import { type Examination, type Finding, failuresOf } from '../run/index.ts';
import { isLacking } from '../sql/index.ts';
import type { Bug, NotIn } from './bug.ts';
import { symptomOf } from './cause.ts';
import { failedIn, notedIn, passedIn } from './sightings.ts';

/** `lacks`: the engine refuses a statement as not supported, so the plan says nothing about the bug. */
export const RETRIED = ['passes', 'fails', 'fails otherwise', 'lacks a feature that it needs'] as const;
export type Retried = (typeof RETRIED)[number];

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

/** The same of a whole run: the failure that is the bug's, if it is among those of the run. */
export function retriedIn(
  bug: Pick<Bug, 'kind' | 'signature'>,
  run: Pick<Examination, 'finding' | 'others'>,
): { readonly came: Retried; readonly finding: Finding | null } {
  const same = failuresOf(run).find((failure) => retriedAs(bug, failure) === 'fails');
  const finding = same ?? run.finding;
  return { came: retriedAs(bug, finding), finding };
}

/** Lines of the engine's source move from one version to the next, and one bug shows as several symptoms. */
function comparable(signature: string): string {
  return symptomOf(signature).replace(/:\d+| within \d+$/g, '');
}

/** The bug after it was tried there, and what is known of how it did not show. */
export function afterRetry(
  bug: Bug,
  came: Retried | null,
  version: string,
  how: Pick<NotIn, 'lacking' | 'why'> = {},
): Bug {
  if (came === null) return bug;
  if (came === 'fails') return failedIn(bug, version);
  if (came === 'passes') return passedIn(bug, version);
  return notedIn(bug, { version, came, ...how });
}
