// What a statement does to the shadow database: the state after it, and what the model says of its outcome.

import type { Predicted as PredictedState } from '../../dialect.ts';
import type { Database } from './database.ts';

export type Predicted = PredictedState<Database>;

export type Effect = Pick<Predicted, 'database' | 'prediction'>;
