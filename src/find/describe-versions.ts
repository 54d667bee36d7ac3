// Since when an engine has a bug, in one line.

import type { Bug, NotIn } from './bug.ts';
import { versionsSeen } from './sightings.ts';
import { compareVersions, isNumbered, isOlder } from './version-order.ts';

/** Null if nothing is known but the version in which it was found. */
export function describeVersions(bug: Bug): string | null {
  const seen = versionsSeen(bug).filter(isNumbered).sort(compareVersions);
  const [first = bug.version] = seen;
  const { notIn = [], passesIn, firstBad } = bug;
  const before = notIn.filter(({ version }) => isOlder(version, first));
  const after = notIn.filter((note) => !before.includes(note));
  const parts = [
    ...(firstBad ? [`since commit ${firstBad.commit.slice(0, 10)} (${firstBad.subject})`] : []),
    ...(before.length > 0 ? [`since ${first}`, ...closest(before).map(noteText)] : []),
    ...(before.length === 0 && seen.length > 1 ? [`in every version that was tried from ${first} on`] : []),
    ...after.map(noteText),
    ...(passesIn ? [`${passesIn} passes`] : []),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

/** The same in a few words, for lists: the rest is in the report of the bug. */
export function describeVersionsShortly(bug: Bug): string | null {
  const [since] = describeVersions(bug)?.split('; ') ?? [];
  return since === undefined
    ? null
    : since
        .replace(/^in every version that was tried from (\S+) on$/, 'since $1 or before')
        .replace(/^(since commit \S+) .*$/, '$1')
        .replace(/^(\S+ fails otherwise) .*$/, '$1');
}

/** The last one before the first that has it, and the last in which it passes. */
function closest(before: readonly NotIn[]): NotIn[] {
  const good = before.findLast(({ came }) => came === 'passes');
  return before.filter((note, i) => note === good || i === before.length - 1).reverse();
}

/** What came of it in one version. */
export function noteText({
  version,
  came,
  lacking,
  why,
}: Omit<NotIn, 'came'> & { readonly came: string }): string {
  if (lacking !== undefined) return `${version} lacks ${lacking}`;
  return `${version} ${came}${why === undefined ? '' : ` (${why})`}`;
}
