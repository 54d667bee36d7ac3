// The door of property/: others import only this.

export { type Arbitrary, drawArbitrariesBy, drawArbitrary } from './arbitrary.ts';
export {
  all,
  any,
  atMost,
  contains,
  costsAtMost,
  defineCheck,
  equal,
  isEmpty,
  less,
  type NumberLike,
  not,
  type RowHandle,
  type RowsHandle,
  rowsHandle,
  sameBag,
  sameList,
  subsetOf,
  sum,
  tableOf,
} from './check.ts';
export { fillIn, type Insertable, Misplaced } from './fill.ts';
export {
  type DatabaseHandle,
  type DrawnRow,
  type FaultsBetweenStatements,
  type FaultTools,
  type GenerationTools,
  type InteractionTools,
  type Needs,
  type PredicateOptions,
  type Property,
  type PropertyDetails,
  property,
  type RunOptions,
  type Tools,
} from './property.ts';
export { type Query, query, type Selection, select, singleBody } from './query.ts';
export { script } from './script.ts';
export { sql } from './sql-namespace.ts';
export { loadSql, readSql } from './sql-text.ts';
export { createTableAs, deleteFrom, dropIndex, dropTable, insert, update } from './statements.ts';
export { type TableHandle, tableHandle } from './table-handle.ts';
