// What a generator needs to know besides the database, with its defaults.

import type { Setting as SettingOf } from '../../dialect.ts';
import type { FeatureId } from '../features/catalogue.ts';
import { allFeatures } from '../features/feature-set.ts';
import { Names } from './names.ts';
import { defaultWeights, type Weights } from './weights.ts';

export type Setting = SettingOf<FeatureId, Weights>;

export function defaultSetting(setting: Partial<Setting> = {}): Setting {
  return { features: allFeatures(), weights: defaultWeights, names: new Names(), ...setting };
}
