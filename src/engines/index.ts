// The door of engines/: others import only this.

export { abilityShapes } from './abilities-shape.ts';
export { canRun, carriedWorld, checkDeterminism, checkPlan, checkStep, checkWorld } from './ability.ts';
export { canary } from './canary.ts';
export {
  type Boot,
  type Connection,
  DATABASE_FILE,
  type Engine,
  type EngineBuild,
  type Instance,
  type MaybePromise,
  type OpenStatement,
} from './engine.ts';
export type { PackageProgress } from './packages.ts';
export { sweepHomes } from './process/process-home.ts';
export { type ProgramOptions, program } from './program/program.ts';
export { resolveEngine, versionsAtHand, versionsOf } from './resolve.ts';
export {
  BUILT_IN_ENGINES,
  DEFAULT_REFERENCE,
  ENGINE_NAME,
  type EngineSpec,
  isBuiltIn,
  isPublishedVersion,
  NO_ENGINE,
  nameIn,
  parseSpec,
  printSpec,
  titleOf,
} from './spec.ts';
export { newestSqlite, sqlite } from './sqlite/sqlite.ts';
export { classify } from './turso/classify.ts';
export { turso } from './turso/turso.ts';
export {
  type BootCall,
  type EngineHooks,
  type ResumeCall,
  type RunSql,
  type StatementCall,
  wrapEngine,
} from './wrap-engine.ts';
