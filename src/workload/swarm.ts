// Swarm testing: every plan leaves out its own share of the features, so that what is left meets more often, and plans
// differ from each other.

import { featureIds, isCombination } from '../features/catalogue.ts';
import { type FeatureSet, without } from '../features/feature-set.ts';
import type { Random } from '../random.ts';

/** In a hundred: how many features a plan leaves out. */
const OMITTED = [0, 0, 10, 30, 60] as const;

/** Leaving out combinations would only make generation reject more of what it makes. */
const SINGLE = featureIds.filter((id) => !isCombination(id));

export function swarm(random: Random, features: FeatureSet): FeatureSet {
  const omitted = random.pick(OMITTED);
  return omitted === 0 ? features : without(features, ...SINGLE.filter(() => random.chance(omitted)));
}
