// Puts an investigated finding into the bug base: as a new bug, or as one more sight of an old one.

import type { Bug } from '../bugs/bug.ts';
import type { BugBase } from '../bugs/bug-base.ts';
import { exportedFiles } from '../bugs/exports.ts';
import type { Investigated } from './investigate.ts';

export interface Stored {
  readonly bug: Bug;
  readonly isNew: boolean;
  readonly folder: string;
}

export function storeBug(
  base: BugBase,
  investigated: Investigated,
  about: Pick<Bug, 'engine' | 'version' | 'sentence'>,
  now: string,
): Stored {
  const { finding, alone, plan, original, fingerprint, skeleton, statementsBefore, statements } =
    investigated;
  // A new property can show an old bug: the same SQL up to names and values is the same bug.
  const known = base.load().bugs.find(({ bug }) => bug.id === fingerprint.id || bug.skeleton === skeleton);
  if (known !== undefined) {
    const bug: Bug = { ...known.bug, lastSeen: now, timesSeen: known.bug.timesSeen + 1 };
    base.update(bug);
    return { bug, isNew: false, folder: known.folder };
  }
  const bug: Bug = {
    id: fingerprint.id,
    kind: finding.kind,
    property: finding.property,
    signature: fingerprint.signature,
    features: fingerprint.features,
    culprit: investigated.culprit.features,
    skeleton,
    message: finding.message,
    alone,
    ...about,
    seed: original.seed,
    index: original.index,
    statementsBefore,
    statements,
    firstSeen: now,
    lastSeen: now,
    timesSeen: 1,
    status: 'open',
  };
  base.store(bug, plan, original, exportedFiles(bug, investigated));
  return { bug, isNew: true, folder: base.pathOf(bug.id) };
}
