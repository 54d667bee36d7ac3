// Puts an investigated finding into the bug base: as a new bug, or as one more sight of an old one.

import { printRecording, RECORDING_FILE } from '../recording/index.ts';
import { RunningHash } from '../world/index.ts';
import type { Bug } from './bug.ts';
import type { BugBase, StoredBug } from './bug-base.ts';
import { symptomOf } from './cause.ts';
import { exportedFiles } from './exports.ts';
import type { Investigated } from './investigate.ts';
import { isSameCause, type Seen, seenIn } from './same-cause.ts';
import { severityOf, worse } from './severity.ts';
import { failedIn } from './sightings.ts';

export interface Stored {
  readonly bug: Bug;
  readonly isNew: boolean;
  readonly folder: string;
}

/** Other campaigns may store the same bug at the same time. */
export function storeBug(
  base: BugBase,
  investigated: Investigated,
  about: Pick<Bug, 'engine' | 'version' | 'build' | 'claims'>,
  now: string,
): Stored {
  return base.atOnce(() => stored(base, investigated, about, now));
}

function stored(
  base: BugBase,
  investigated: Investigated,
  about: Pick<Bug, 'engine' | 'version' | 'build' | 'claims'>,
  now: string,
): Stored {
  const known = knownAs(base, seenIn(investigated));
  const old = known?.bug;
  const timesSeen = (old?.timesSeen ?? 0) + 1;
  const severity = severityOf(investigated.finding);
  // What passes now with the old plan and fails with this one is news, and the old plan shows it no more. What was not shrunk to its end
  // is replaced by what is.
  const isReplaced = old?.passesIn === about.version || (old?.isUnfinished && !investigated.isUnfinished);
  if (known !== null && !isReplaced) {
    const failed = withSkeleton(failedIn(known.bug, about.version), investigated.skeleton);
    const bug: Bug = { ...failed, severity: worse(known.bug.severity, severity), lastSeen: now, timesSeen };
    base.update(bug);
    return { bug, isNew: false, folder: known.folder };
  }
  const id = old === undefined || old.isUnfinished ? idIn(base, investigated) : old.id;
  const bug: Bug = {
    id,
    ...bugOf(investigated, about),
    severity: worse(old?.severity ?? severity, severity),
    firstSeen: old?.firstSeen ?? now,
    lastSeen: now,
    timesSeen,
  };
  base.store(bug, investigated.plan, investigated.original, {
    ...exportedFiles(bug, investigated),
    ...(investigated.recording && { [RECORDING_FILE]: printRecording(investigated.recording) }),
  });
  if (old !== undefined && old.id !== id) base.remove(old.id);
  return { bug, isNew: true, folder: base.pathOf(bug.id) };
}

type Dated = 'id' | 'severity' | 'firstSeen' | 'lastSeen' | 'timesSeen';

function bugOf(
  investigated: Investigated,
  about: Pick<Bug, 'engine' | 'version' | 'build' | 'claims'>,
): Omit<Bug, Dated> {
  const { finding, outvoted, arbiter, original, cause, features, needs, mayNeed, skeleton, isUnfinished } =
    investigated;
  return {
    kind: finding.kind,
    property: finding.property,
    signature: finding.signature,
    cause,
    features,
    ...(needs.length > 0 && { needs }),
    ...(mayNeed.length > 0 && { mayNeed }),
    ...(isUnfinished && { isUnfinished }),
    skeleton,
    message: finding.message,
    outvoted,
    ...(arbiter !== undefined && { arbiter }),
    ...about,
    seed: original.seed,
    index: original.index,
    statementsBefore: investigated.statementsBefore,
    statements: investigated.statements,
    status: 'open',
  };
}

/**
 * The bug that it is one more sight of. The same SQL up to names and values that is wrong in the same way is the same bug, whatever property
 * or judge saw it.
 */
export function knownAs(base: BugBase, seen: Seen): StoredBug | null {
  const { id, skeleton, signature } = seen;
  const symptom = symptomOf(signature);
  const same = base.findLike((bug) => bug.skeleton === skeleton && symptomOf(bug.signature) === symptom);
  const alike = same ?? base.findLike((bug) => bug.id === id || isSameCause(bug, seen));
  if (alike === null || !alike.bug.isSplit || alike.bug.skeleton === skeleton) return alike;
  return base.find(splitId(id, skeleton));
}

/** The id of its cause, or one of its own if somebody said that the bug with that id holds several. */
export function idIn(base: BugBase, { id, skeleton }: Pick<Seen, 'id' | 'skeleton'>): string {
  return base.find(id)?.bug.isSplit ? splitId(id, skeleton) : id;
}

function splitId(id: string, skeleton: string): string {
  const hash = new RunningHash();
  hash.text(skeleton);
  return `${id}-${hash.digest().slice(0, 4)}`;
}

/** More would only make bug.json long. */
const MOST_SKELETONS = 20;

export function withSkeleton(bug: Bug, skeleton: string): Bug {
  const { otherSkeletons = [] } = bug;
  const isKnown = bug.skeleton === skeleton || otherSkeletons.includes(skeleton);
  if (isKnown || otherSkeletons.length >= MOST_SKELETONS) return bug;
  return { ...bug, otherSkeletons: [...otherSkeletons, skeleton] };
}
