// Which features a plan leaves out: most plans stay away from what known causes need, so that the rest is reached.

import { dialect, type FeatureId } from '../dialect/index.ts';
import { type Cause, featuresOfNeed } from '../find/index.ts';
import { Random } from '../random.ts';
import { epochOf } from './epochs.ts';
import type { KnownCause } from './inquest.ts';

/** Ways of leaving out per epoch: much is prepared once per set of features. One of them leaves nothing out. */
const WAYS = 4;

/** One known cause in this many may be met although the plan stays away from others. */
const MET = 3;

export function leftOut(seed: string, index: number, causes: readonly KnownCause[]): readonly FeatureId[] {
  const way = index % WAYS;
  if (way === 0) return [];
  const random = Random.of(seed, epochOf(index), `left out ${way}`);
  const features = new Set<FeatureId>();
  for (const { cause } of causes) {
    const needs = needsOf(cause).filter((ids) => ids.length > 0);
    if (needs.length === 0 || random.oneIn(MET)) continue;
    for (const id of random.pick(needs)) features.add(id);
  }
  return [...features].filter((id) => !dialect.features.required.includes(id)).sort();
}

function needsOf({ heart, witnessOf = '' }: Cause): readonly (readonly FeatureId[])[] {
  return dialect.features.isId(witnessOf) ? [[witnessOf]] : heart.map(featuresOfNeed);
}
