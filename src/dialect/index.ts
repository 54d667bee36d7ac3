// The door of dialect/.

export type { Begun, Reader, ReadStatement, Witness } from './dialect.ts';
export { formatOutcome, formatRows } from './format-outcome.ts';
export { formatRow, formatValue } from './format-value.ts';
export type { Prediction, RowOrder } from './prediction.ts';
export {
  type Database,
  dialect,
  type FeatureId,
  type FeatureSet,
  type Predicted,
  type Setting,
  type StatementName,
  type Weights,
} from './spoken.ts';
export type {
  Affinity,
  ColumnView,
  DatabaseView,
  IndexView,
  Knowledge,
  TableView,
  TriggerView,
  ViewView,
} from './view.ts';
