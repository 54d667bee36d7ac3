// The package `dirt`: what a database project imports to write properties, engines and its configuration. DIRT's own properties
// and planted bugs import nothing else, and a test checks that every type that its signatures mention can be named.

export { type Config, type ConfiguredEngine, defineConfig } from './config/config.ts';
export type { ColumnView, DatabaseView, TableView } from './dialect/view.ts';
export {
  type Abilities,
  type Boot,
  type Connection,
  DATABASE_FILE,
  type Engine,
  type Instance,
} from './engines/engine.ts';
export { type ProgramOptions, program } from './engines/program/program.ts';
export { sqlite } from './engines/sqlite/sqlite.ts';
export { turso } from './engines/turso/turso.ts';
export {
  type BootCall,
  type EngineHooks,
  type RunSql,
  type StatementCall,
  wrapEngine,
} from './engines/wrap-engine.ts';
export {
  all,
  any,
  atMost,
  contains,
  defineCheck,
  equal,
  isEmpty,
  less,
  not,
  type RowHandle,
  type RowsHandle,
  sameBag,
  sameList,
  subsetOf,
  sum,
  tableOf,
} from './property/check.ts';
export {
  type GenerationTools,
  type InteractionTools,
  type Property,
  property,
  type Tools,
} from './property/property.ts';
export { type Query, query, select } from './property/query.ts';
export * as sql from './property/sql.ts';
export { createTableAs, deleteFrom, dropIndex, dropTable, insert, update } from './property/statements.ts';
export type { TableHandle } from './property/table-handle.ts';
export { type ReplayOptions, replay } from './run/replay.ts';
export {
  type ConstraintKind,
  NOTHING,
  type Outcome,
  type RefusalClass,
  type Rows,
  refused,
} from './sql/outcome.ts';
export type { Row, SqlValue } from './sql/value.ts';
export { type Disk, DiskError } from './world/disk.ts';
export type { World } from './world/world.ts';
