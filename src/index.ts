// What a database project imports: writing properties and engines of its own.

export { type Config, type ConfiguredEngine, defineConfig } from './config/config.ts';
export {
  type Abilities,
  type Boot,
  type Connection,
  DATABASE_FILE,
  type Engine,
  type Instance,
} from './engines/engine.ts';
export { type ProgramOptions, program } from './engines/program/program.ts';
export { turso } from './engines/turso/turso.ts';
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
export { deleteFrom, insert, update } from './property/statements.ts';
export type { TableHandle } from './property/table-handle.ts';
export type { Expression, Statement } from './sql/ast.ts';
export {
  and,
  binary,
  blob,
  cast,
  collate,
  column,
  FALSE,
  inList,
  integer,
  isFalse,
  isNotNull,
  isNull,
  isTrue,
  literal,
  NULL,
  or,
  real,
  row,
  TRUE,
  text,
} from './sql/build.ts';
export type { ConstraintKind, Outcome, RefusalClass } from './sql/outcome.ts';
export type { Row, SqlValue } from './sql/value.ts';
export { DiskError } from './world/disk.ts';
export type { World } from './world/world.ts';
