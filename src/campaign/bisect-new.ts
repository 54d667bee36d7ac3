// The new bugs of a campaign on the versions that are at hand: since when does the engine have them? Nothing is fetched for it, and it
// ends with its budget; it comes after the last plan, so that it changes nothing of what is found.

import { performance } from 'node:perf_hooks';
import type { CampaignEvent } from '../events/index.ts';
import {
  type Bug,
  type BugBase,
  bisect,
  compareVersions,
  type Version,
  versionsSeen,
} from '../find/index.ts';
import type { Referee } from '../run/index.ts';

export interface BisectNewOptions {
  readonly base: BugBase;
  readonly versions: readonly Version[];
  readonly referee: Referee;
  readonly budgetMs: number;
  readonly tell: (event: CampaignEvent) => void;
}

export async function bisectNew(
  ids: readonly string[],
  { base, versions, referee, budgetMs, tell }: BisectNewOptions,
): Promise<void> {
  const end = performance.now() + budgetMs;
  for (const [i, id] of ids.entries()) {
    const now = performance.now();
    // What one bug leaves of its share goes to the others.
    const deadline = now + (end - now) / (ids.length - i);
    const stored = base.find(id);
    if (stored === null || now >= end) continue;
    const { bug, plan } = stored;
    const goOn = () => performance.now() < deadline;
    const tried = await bisect(bug, plan, nearestFirst(bug, versions), { referee, goOn, isPatient: false });
    if (tried === bug) continue;
    base.update(tried);
    tell({ event: 'bisected', bug: tried });
  }
}

/** The versions to try: from the one that it was found in back to the oldest, then the newer ones: the time may not do for all. */
export function nearestFirst<V extends Pick<Version, 'version'>>(
  bug: Bug,
  versions: readonly V[],
): readonly V[] {
  const tried = new Set(versionsSeen(bug));
  const newestFirst = versions
    .filter(({ version }) => !tried.has(version))
    .sort((a, b) => compareVersions(b.version, a.version));
  const isNewer = ({ version }: V) => compareVersions(version, bug.version) > 0;
  return [...newestFirst.filter((each) => !isNewer(each)), ...newestFirst.filter(isNewer).reverse()];
}
