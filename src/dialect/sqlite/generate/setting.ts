// What a generator needs to know besides the database: what the engine supports, how often what is drawn, and which
// names are taken.

import { allFeatures, type FeatureSet } from '../features/feature-set.ts';
import { Names } from './names.ts';
import { defaultWeights, type Weights } from './weights.ts';

export interface Setting {
  readonly features: FeatureSet;
  readonly weights: Weights;
  readonly names: Names;
}

export function defaultSetting(setting: Partial<Setting> = {}): Setting {
  return { features: allFeatures(), weights: defaultWeights, names: new Names(), ...setting };
}
