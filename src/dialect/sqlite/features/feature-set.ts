// What an engine supports, as far as generators ask.

import type { FeatureSet as SetOf } from '../../dialect.ts';
import { type FeatureId, featureIds, requiredFeatures } from './catalogue.ts';

export type FeatureSet = SetOf<FeatureId>;

export function allFeatures(): FeatureSet {
  return ALL;
}

/** The set of these features and the required ones. */
export function featureSet(ids: Iterable<FeatureId>): FeatureSet {
  return new Set<FeatureId>([...requiredFeatures, ...ids]);
}

/** The same set without some features; required ones stay. */
export function without(features: FeatureSet, ...ids: readonly FeatureId[]): FeatureSet {
  return featureSet(featureIds.filter((id) => features.has(id) && !ids.includes(id)));
}

const ALL: FeatureSet = new Set(featureIds);
