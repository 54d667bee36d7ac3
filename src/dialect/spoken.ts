// The dialect that DIRT speaks. There is one so far; its types are those of the catalogue, the weights and the model of that one.

import type {
  Dialect,
  Predicted as PredictedState,
  FeatureSet as SetOf,
  Setting as SettingOf,
} from './dialect.ts';
import type { FeatureId } from './sqlite/features/catalogue.ts';
import type { StatementName } from './sqlite/generate/statements/statements.ts';
import type { Weights } from './sqlite/generate/weights.ts';
import { sqlite } from './sqlite/index.ts';
import type { Database } from './sqlite/model/database.ts';

export type { Database, FeatureId, StatementName, Weights };
export type FeatureSet = SetOf<FeatureId>;
export type Setting = SettingOf<FeatureId, Weights>;
export type Predicted = PredictedState<Database>;

export const dialect: Dialect<FeatureId, StatementName, Weights, Database> = sqlite;
