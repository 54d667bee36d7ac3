// Swarm testing: every plan leaves out its own share of the features and has its own weights, so that what is left meets
// more often, and plans differ from each other.

import { dialect, type FeatureSet, type Weights } from '../dialect/index.ts';
import type { Random } from '../random.ts';
import type { WeightChanges } from './profile.ts';

/** In a hundred: how many features a plan leaves out. */
const OMITTED = [0, 0, 10, 30, 60] as const;

/** Leaving out combinations would only make generation reject more of what it makes. */
const SINGLE = dialect.features.ids.filter((id) => !dialect.features.isCombination(id));

export function swarmFeatures(random: Random, features: FeatureSet): FeatureSet {
  const omitted = random.pick(OMITTED);
  return omitted === 0
    ? features
    : dialect.features.without(features, ...SINGLE.filter(() => random.chance(omitted)));
}

/** Families whose weights are shares of each other. The others are chances and sizes, which the profile decides. */
const SHARES = [
  'statement',
  'value',
  'predicate',
  'expression',
  'functions',
  'join',
  'joinCondition',
  'fromItem',
  'resultColumns',
  'tables',
] as const;

/** Halves: 1 is a half, 2 leaves a weight as it is. */
const FACTORS = [1, 2, 2, 2, 4, 8] as const;

/** The profile's weights, each multiplied by a random factor of this plan; none becomes 0. */
export function swarmWeights(random: Random, changes: WeightChanges): Weights {
  const weights = weightsOf(changes);
  if (random.oneIn(4)) return weights;
  const twist = (weight: number) =>
    weight === 0 ? 0 : Math.max(1, Math.round((weight * random.pick(FACTORS)) / 2));
  const twisted = SHARES.map((family) => [family, mapValues(weights[family], twist)]);
  return { ...weights, ...Object.fromEntries(twisted) };
}

export function weightsOf(changes: WeightChanges): Weights {
  const families = Object.keys(changes) as (keyof Weights)[];
  const changed = families.map((family) => [
    family,
    { ...dialect.generate.defaultWeights[family], ...changes[family] },
  ]);
  return { ...dialect.generate.defaultWeights, ...Object.fromEntries(changed) };
}

function mapValues(
  weights: Readonly<Record<string, number>>,
  map: (weight: number) => number,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, map(weight)]));
}
