// All faults. The order is that in which chances are drawn after each group of a plan.

import { clockJump } from './clock-jump.ts';
import { disconnect } from './disconnect.ts';
import type { Fault, FaultStepShape } from './fault.ts';
import { powerCut } from './power-cut.ts';
import { reopen } from './reopen.ts';
import { sqliteWrites } from './sqlite-writes.ts';
import { IO_FAULT_KINDS, type IoFaultKind } from './statement-faults.ts';

export const FAULTS = { sqliteWrites, reopen, disconnect, clockJump, powerCut } as const;

export type FaultName = keyof typeof FAULTS;

type StepIn<F> = F extends Fault<infer _, infer Step, infer __> ? Step : never;
type GivenIn<F> = F extends Fault<infer _, infer __, infer Given> ? Given : never;

/** A step of a plan that is a fault between two statements. */
export type FaultStep = StepIn<(typeof FAULTS)[FaultName]>;

/** What an author of properties may give for each fault. */
export type GivenFor<Name extends FaultName> = GivenIn<(typeof FAULTS)[Name]>;

/** The names by which an engine says what it carries faithfully. `kill` is a power cut that keeps everything. */
export type FaultKind = FaultName | 'kill' | IoFaultKind;

export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];

/** What any engine on the simulated disk carries. */
export const SIMULATED_FAULTS: readonly FaultKind[] = [...FAULT_NAMES, 'kill'];

/** What an engine can carry in a process of its own, with copies of the files. */
export const PROCESS_FAULTS: readonly FaultKind[] = [
  ...FAULT_NAMES.filter((name) => FAULTS[name].needsNoSimulation),
  'kill',
];

export const FAULT_KINDS: readonly FaultKind[] = [...SIMULATED_FAULTS, ...IO_FAULT_KINDS];

/** A fault of which only the name is known. */
export type AnyFault = Fault<FaultName, FaultStep, readonly unknown[]>;

export function faultNamed(name: FaultName): AnyFault {
  return FAULTS[name];
}

/** The fault that a step is; undefined for other steps. */
export function faultOf(step: FaultStepShape): AnyFault | undefined {
  return isFaultStep(step) ? faultNamed(step.do) : undefined;
}

export function isFaultStep(step: FaultStepShape): step is FaultStep {
  return Object.hasOwn(FAULTS, step.do);
}

export { type FaultDrawing, type FaultHost, type FaultModel, type Happened, isOrdinal } from './fault.ts';
export { drawSurvival } from './power-cut.ts';
export {
  type Cut,
  IO_FAULT_KINDS,
  type IoFault,
  type IoFaultKind,
  kindsOfStatementFaults,
  parseStatementFault,
  printStatementFaults,
  STATEMENT_FAULT_FORMS,
  type StatementFaults,
  skeletonOfStatementFaults,
  statementFaultFields,
  weakerStatementFaults,
} from './statement-faults.ts';
export { type Survival, UNSYNCED, type Unsynced } from './survival.ts';
