// A finding that was shrunk and named: what the bug base stores.

import { titleOf } from '../engines/index.ts';
import type { FindingKind, Outvoted } from '../run/index.ts';
import type { Cause } from './cause.ts';
import type { Retried } from './retried.ts';
import type { Severity } from './severity.ts';

export interface Bug {
  readonly id: string;
  readonly kind: FindingKind;
  /** The worst that it was seen to do. */
  readonly severity: Severity;
  readonly property: string;
  /** What the property claims, if its own check failed. */
  readonly claims: string;
  readonly signature: string;
  /** What it is filed under, and what recognises it in other failures. */
  readonly cause: Cause;
  readonly features: readonly string[];
  /** What makes it pass when it is taken out (counterfactuals.ts). */
  readonly needs?: readonly string[];
  /** What cannot be taken out of the smallest plan: nobody knows whether it is needed. */
  readonly mayNeed?: readonly string[];
  /** Shrinking ended before nothing was left to try: the next campaign goes on with it. */
  readonly isUnfinished?: boolean;
  /** The bug of which it is another entry, as somebody said. */
  readonly mergedInto?: string;
  /** Somebody said that it holds more than one cause: each skeleton is a bug of its own. */
  readonly isSplit?: boolean;
  /** The SQL up to names and values. */
  readonly skeleton: string;
  /** Other minimal scripts of the same cause, up to names and values. */
  readonly otherSkeletons?: readonly string[];
  readonly message: string;
  readonly outvoted: Outvoted;
  /** Who was asked about it, as `name@version`; absent if nobody was. */
  readonly arbiter?: string;
  readonly engine: string;
  /** In which it was found. */
  readonly version: string;
  /** How that engine is built: as WebAssembly, natively, or as a program. */
  readonly build?: string;
  /** Other versions in which it was seen since, in that order. */
  readonly alsoIn?: readonly string[];
  /** The version in which it passed when it was last tried; absent while it fails. */
  readonly passesIn?: string;
  /** Versions in which it did not show and that do not say that it is fixed, oldest first. */
  readonly notIn?: readonly NotIn[];
  /** The first commit that has it, if a history was searched. */
  readonly firstBad?: Commit;
  readonly seed: string;
  readonly index: number;
  readonly statementsBefore: number;
  readonly statements: number;
  /** ISO dates, given by the caller that stores the bug. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly timesSeen: number;
  readonly status: 'open' | 'muted';
  /** Why it is muted. */
  readonly reason?: string;
}

/** What came of it in a version that has not got it, or in which it cannot be seen. */
export interface NotIn {
  readonly version: string;
  /** `passes`: that version is older than those that have it. */
  readonly came: Exclude<Retried, 'fails'>;
  /** The feature that it lacks. */
  readonly lacking?: string;
  /** How it fails, or what it refuses, where no feature is known to be lacking. */
  readonly why?: string;
}

export interface Commit {
  readonly commit: string;
  readonly subject: string;
}

/** The engine and its build, for people. */
export function describeEngine(bug: Pick<Bug, 'engine' | 'version' | 'build'>): string {
  return bug.build === undefined ? engineOf(bug) : `${engineOf(bug)} (${bug.build})`;
}

/** The engine as it is written on the command line. */
export function engineOf({ engine, version }: Pick<Bug, 'engine' | 'version'>): string {
  return titleOf({ name: engine, version });
}
