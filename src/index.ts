// The package `dirt`: what a database project imports to write properties, engines and its configuration. DIRT's own properties
// and planted bugs import nothing else, and a test checks that every type that its signatures mention can be named.

// ── Configuration ────────────────────────────────────────────────────────────────────────────────────────────

export {
  type Config,
  type ConfiguredEngine,
  type ConfiguredProfile,
  defineConfig,
  type FaultRates,
  type Limits,
} from './config/config.ts';
export type { Weights } from './dialect/index.ts';
export type { Profile, Rates, WeightChanges, Workload } from './planning/profile.ts';

// ── Properties ───────────────────────────────────────────────────────────────────────────────────────────────

export type {
  Affinity,
  ColumnView,
  DatabaseView,
  IndexView,
  Knowledge,
  TableView,
  TriggerView,
  ViewView,
} from './dialect/index.ts';
export type { Check, NumberTerm, RowsTerm, RowTerm, StepId } from './plan/check.ts';
export type { NamedCheck } from './plan/named-check.ts';
export {
  all,
  any,
  atMost,
  contains,
  defineCheck,
  equal,
  isEmpty,
  less,
  type NumberLike,
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
} from './property/property.ts';
export { type Query, query, type Selection, select } from './property/query.ts';
export * as sql from './property/sql.ts';
export { createTableAs, deleteFrom, dropIndex, dropTable, insert, update } from './property/statements.ts';
export type { TableHandle } from './property/table-handle.ts';

// ── Engines ──────────────────────────────────────────────────────────────────────────────────────────────────

export {
  type Boot,
  type Connection,
  DATABASE_FILE,
  type Engine,
  type Instance,
  type MaybePromise,
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
  type ConstraintKind,
  NOTHING,
  type Outcome,
  type OutOfFuel,
  type Panic,
  type PowerLoss,
  type RefusalClass,
  type Refused,
  type Rows,
  refused,
} from './sql/outcome.ts';
export type { Row, SqlValue } from './sql/value.ts';
export type { Abilities } from './world/abilities.ts';
export type { Clock } from './world/clock.ts';
export { type Disk, DiskError, type DiskErrorCode, type OpenFile } from './world/disk.ts';
export type {
  Cut,
  FaultKind,
  FaultName,
  FaultStep,
  GivenFor,
  Happened,
  IoFault,
  IoFaultKind,
  StatementFaults,
  Survival,
  Unsynced,
} from './world/faults/index.ts';
export type { Inspected, InspectionName, InspectionRate } from './world/inspections/index.ts';
export type { Entropy, World } from './world/world.ts';
export type { JournalMode, PageSize, StartImage, WorldSpec } from './world/world-spec.ts';

// ── Reporters ────────────────────────────────────────────────────────────────────────────────────────────────

export type { FeatureId } from './dialect/index.ts';
export type { CampaignEvent, Counts, EventNamed, Regression, Totals } from './events/campaign-event.ts';
export type { MakeReporter, Output, Reporter, ReporterOptions } from './events/reporter.ts';
export type { Bug } from './find/bug.ts';
export type { Culprit } from './find/culprit.ts';
export type { Fingerprint } from './find/fingerprint.ts';
export type { Investigated } from './find/investigate.ts';
export type { PropertyStatistics, Statistics } from './planning/statistics.ts';
export type { Alone } from './run/arbitrate.ts';
export type { StepOutcome } from './run/execute.ts';

// ── Plans, and what comes of them ────────────────────────────────────────────────────────────────────────────

export type {
  AskStep,
  AssertStep,
  Draw,
  Expected,
  Group,
  InspectStep,
  Plan,
  RunStep,
  Step,
} from './plan/plan.ts';
export type { Finding, FindingKind, Side } from './run/finding.ts';
export type { JudgeName } from './run/judges/index.ts';
export { type ReplayOptions, replay } from './run/replay.ts';
