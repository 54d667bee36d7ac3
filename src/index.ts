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
} from './config/index.ts';
export type { Weights } from './dialect/index.ts';
export type {
  MixturePart,
  Profile,
  PropertyStatistics,
  Rates,
  Statistics,
  WeightChanges,
  WorkloadShares,
} from './planning/index.ts';

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
export type {
  AskStep,
  AssertStep,
  Check,
  Draw,
  Expected,
  Group,
  InspectStep,
  NamedCheck,
  NumberTerm,
  Plan,
  RowsTerm,
  RowTerm,
  RunStep,
  Step,
  StepId,
} from './plan/index.ts';
export {
  all,
  any,
  atMost,
  contains,
  createTableAs,
  type DatabaseHandle,
  type DrawnRow,
  defineCheck,
  deleteFrom,
  dropIndex,
  dropTable,
  equal,
  type FaultsBetweenStatements,
  type FaultTools,
  type GenerationTools,
  type InteractionTools,
  insert,
  isEmpty,
  less,
  type Needs,
  type NumberLike,
  not,
  type PredicateOptions,
  type Property,
  type PropertyDetails,
  property,
  type Query,
  query,
  type RowHandle,
  type RowsHandle,
  type RunOptions,
  type Selection,
  sameBag,
  sameList,
  script,
  select,
  sql,
  subsetOf,
  sum,
  type TableHandle,
  type Tools,
  tableOf,
  update,
} from './property/index.ts';

// ── Engines ──────────────────────────────────────────────────────────────────────────────────────────────────

export {
  type Boot,
  type BootCall,
  type Connection,
  classify,
  DATABASE_FILE,
  type Engine,
  type EngineBuild,
  type EngineHooks,
  type Instance,
  type MaybePromise,
  type ProgramOptions,
  program,
  type RunSql,
  type StatementCall,
  sqlite,
  turso,
  wrapEngine,
} from './engines/index.ts';
export {
  type ConstraintKind,
  type Failure,
  NOTHING,
  type Outcome,
  type OutOfFuel,
  type Panic,
  type PowerLoss,
  type RefusalClass,
  type Refused,
  type Row,
  type Rows,
  refused,
  type SqlValue,
} from './sql/index.ts';
export {
  type Abilities,
  type Clock,
  type Cut,
  type Disk,
  DiskError,
  type DiskErrorCode,
  type Entropy,
  type FaultKind,
  type FaultName,
  type FaultStep,
  type GivenFor,
  type Happened,
  type Inspected,
  type InspectionName,
  type InspectionRate,
  type IoFault,
  type IoFaultKind,
  type JournalMode,
  type OpenFile,
  type PageSize,
  type StartImage,
  type StatementFaults,
  type Survival,
  type Unsynced,
  type World,
  type WorldSpec,
} from './world/index.ts';

// ── Reporters ────────────────────────────────────────────────────────────────────────────────────────────────

export type { FeatureId } from './dialect/index.ts';
export type { DirtError } from './errors.ts';
export type {
  CampaignEvent,
  Counts,
  EventNamed,
  MakeReporter,
  Output,
  ReferenceIsWrong,
  Regression,
  Reporter,
  ReporterOptions,
  Shrinking,
  Totals,
} from './events/index.ts';
export type { Bug, Cause, Commit, Investigated, NotIn, Retried, Severity, Unstored } from './find/index.ts';
export type {
  Grid,
  RecordedFailure,
  RecordedFile,
  RecordedRun,
  RecordedStep,
  RecordedTable,
  Recording,
  Said,
} from './recording/recording.ts';
export {
  type Finding,
  type FindingKind,
  type JudgeName,
  type Outvoted,
  type ReplayOptions,
  replay,
  type Side,
  type StepOutcome,
  type Vote,
} from './run/index.ts';
