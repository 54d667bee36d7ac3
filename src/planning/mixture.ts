// A profile that is a mixture of others: which of them a plan is about, and what is said of all of them.

import { Random } from '../random.ts';
import type { MixturePart, Profile } from './profile.ts';

/** The profiles that plans are about: those of a mixture, or the profile itself. */
export function partsOf(profile: Profile): readonly MixturePart[] {
  return profile.mixture ?? [{ profile, share: 1 }];
}

/** The one that the plan with this index is about. */
export function partAt(profile: Profile, seed: string, index: number): Profile {
  if (profile.mixture === undefined) return profile;
  const random = Random.of(seed, index, 'profile');
  return random.weighted(profile.mixture.map((part) => [part.share, part.profile] as const));
}

/** The profile with this change, also in all parts of it. */
export function inAllParts(profile: Profile, change: (profile: Profile) => Profile): Profile {
  const { mixture, ...own } = profile;
  const changed = change(own);
  if (mixture === undefined) return changed;
  return { ...changed, mixture: mixture.map((part) => ({ ...part, profile: change(part.profile) })) };
}
