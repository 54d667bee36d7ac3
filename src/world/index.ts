// The door of world/: others import only this.

export type { Abilities } from './abilities.ts';
export { Clock } from './clock.ts';
export { Disk, DiskError, type DiskErrorCode, type OpenFile } from './disk.ts';
export {
  type Cut,
  drawSurvival,
  FAULT_KINDS,
  FAULT_NAMES,
  type FaultDrawing,
  type FaultHost,
  type FaultKind,
  type FaultModel,
  type FaultName,
  type FaultStep,
  faultNamed,
  faultOf,
  type GivenFor,
  type Happened,
  IO_FAULT_KINDS,
  type IoFault,
  type IoFaultKind,
  isFaultStep,
  isOrdinal,
  kindsOfStatementFaults,
  PROCESS_FAULTS,
  parseStatementFault,
  printStatementFaults,
  SIMULATED_FAULTS,
  STATEMENT_FAULT_FORMS,
  type StatementFaults,
  type Survival,
  skeletonOfStatementFaults,
  statementFaultFields,
  type Unsynced,
  weakerStatementFaults,
} from './faults/index.ts';
export {
  everythingIn,
  INSPECTION_NAMES,
  INSPECTIONS,
  type Inspectable,
  type Inspected,
  type InspectionName,
  type InspectionRate,
} from './inspections/index.ts';
export { RunningHash } from './running-hash.ts';
export { tampered } from './tampered-disk.ts';
export { afterPowerCut, createWorld, type Entropy, type World } from './world.ts';
export {
  DEFAULT_WORLD,
  FIFO,
  type JournalMode,
  PAGE_SIZES,
  type PageSize,
  type StartImage,
  synchronous,
  type WorldSpec,
} from './world-spec.ts';
