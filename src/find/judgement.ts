// What people say of bugs: that one need not be reported, that two are one, that one is several. The command line and the page say it
// in the same way.

import type { Bug } from './bug.ts';

export function muted(bug: Bug, reason: string): Bug {
  return { ...bug, status: 'muted', reason };
}

/** The same object if it was not muted. */
export function unmuted(bug: Bug): Bug {
  if (bug.status === 'open') return bug;
  const { reason, ...rest } = bug;
  return { ...rest, status: 'open' };
}

/** What changes when a bug is another entry of the same cause as a second one; null if that one belongs to the first already. */
export function merged(bug: Bug, into: Bug, all: readonly Bug[]): Bug[] | null {
  const target = into.mergedInto ?? into.id;
  if (target === bug.id) return null;
  const others = all.filter(({ mergedInto }) => mergedInto === bug.id);
  return [bug, ...others].map((each) => ({ ...each, mergedInto: target }));
}

/** A bug of its own again; one that was not merged holds several from now on. */
export function split({ mergedInto, ...bug }: Bug): Bug {
  return mergedInto === undefined ? { ...bug, isSplit: true } : bug;
}
