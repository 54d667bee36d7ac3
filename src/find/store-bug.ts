// Puts an investigated finding into the bug base: as a new bug, or as one more sight of an old one.

import type { Bug } from './bug.ts';
import type { BugBase } from './bug-base.ts';
import { exportedFiles } from './exports.ts';
import type { Investigated } from './investigate.ts';
import { failedIn } from './sightings.ts';

export interface Stored {
  readonly bug: Bug;
  readonly isNew: boolean;
  readonly folder: string;
}

export function storeBug(
  base: BugBase,
  investigated: Investigated,
  about: Pick<Bug, 'engine' | 'version' | 'claims'>,
  now: string,
): Stored {
  const { finding, outvoted, arbiter, plan, original, id, cause, features, skeleton, isUnfinished } =
    investigated;
  const { statementsBefore, statements } = investigated;
  // A new property can show an old bug: the same SQL up to names and values is the same bug.
  const known = base.findLike((bug) => bug.id === id || bug.skeleton === skeleton);
  const timesSeen = (known?.bug.timesSeen ?? 0) + 1;
  // What passes now with the old plan and fails with this one is news, and the old plan shows it no more.
  if (known !== null && known.bug.passesIn !== about.version) {
    const failed = withSkeleton(failedIn(known.bug, about.version), skeleton);
    const bug: Bug = { ...failed, lastSeen: now, timesSeen };
    base.update(bug);
    return { bug, isNew: false, folder: known.folder };
  }
  const bug: Bug = {
    id: known?.bug.id ?? id,
    kind: finding.kind,
    property: finding.property,
    signature: finding.signature,
    cause,
    features,
    ...(investigated.needs.length > 0 && { needs: investigated.needs }),
    ...(isUnfinished && { isUnfinished }),
    skeleton,
    message: finding.message,
    outvoted,
    ...(arbiter !== undefined && { arbiter }),
    ...about,
    seed: original.seed,
    index: original.index,
    statementsBefore,
    statements,
    firstSeen: known?.bug.firstSeen ?? now,
    lastSeen: now,
    timesSeen,
    status: 'open',
  };
  base.store(bug, plan, original, exportedFiles(bug, investigated));
  return { bug, isNew: true, folder: base.pathOf(bug.id) };
}

/** More would only make bug.json long. */
const MOST_SKELETONS = 20;

function withSkeleton(bug: Bug, skeleton: string): Bug {
  const { otherSkeletons = [] } = bug;
  const isKnown = bug.skeleton === skeleton || otherSkeletons.includes(skeleton);
  if (isKnown || otherSkeletons.length >= MOST_SKELETONS) return bug;
  return { ...bug, otherSkeletons: [...otherSkeletons, skeleton] };
}
