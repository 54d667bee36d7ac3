// Checks that an engine carries what is asked of it: anything else is the user's mistake, never a silent no-op.

import { DirtError } from '../errors.ts';
import { type Plan, type Step, stepsOf } from '../plan/index.ts';
import {
  DEFAULT_WORLD,
  type FaultKind,
  faultNamed,
  isFaultStep,
  kindsOfStatementFaults,
  type WorldSpec,
} from '../world/index.ts';
import type { Engine } from './engine.ts';
import { titleOf } from './spec.ts';

export function checkWorld(engine: Engine, spec: WorldSpec): void {
  const lack = lackForWorld(engine, spec);
  if (lack !== null) throw lack;
}

/** What keeps the engine from a world; null if nothing does. */
function lackForWorld(engine: Engine, spec: WorldSpec): DirtError | null {
  const { journalModes, pageSizes, faults } = engine.abilities;
  if (!journalModes.includes(spec.journalMode)) {
    return unable(engine, `journal mode ${spec.journalMode}`, `it has ${journalModes.join(', ')}`);
  }
  if (!pageSizes.includes(spec.pageSize)) {
    return unable(engine, `page size ${spec.pageSize}`, `it has ${pageSizes.join(', ')}`);
  }
  if (spec.asyncIo !== undefined && !engine.abilities.asyncIo) {
    return unable(engine, 'asynchronous I/O', 'its I/O is synchronous');
  }
  if (spec.start === 'checkpointed' && !faults.includes('reopen')) {
    return unable(engine, 'the start image checkpointed', 'it does not carry reopen');
  }
  return null;
}

/** Checks the whole plan before its first step, so that nothing of it is run if not all of it can be. */
export function checkPlan(engine: Engine, plan: Plan): void {
  checkWorld(engine, plan.world);
  for (const { step } of stepsOf(plan)) checkStep(engine, step);
}

/** Does the engine carry all that the plan asks for? */
export function canRun(engine: Engine, plan: Plan): boolean {
  if (lackForWorld(engine, plan.world) !== null) return false;
  return stepsOf(plan).every(({ step }) => lackForStep(engine, step) === null);
}

export function checkStep(engine: Engine, step: Step): void {
  const lack = lackForStep(engine, step);
  if (lack !== null) throw lack;
}

function lackForStep(engine: Engine, step: Step): DirtError | null {
  const { faults, connections, suspends } = engine.abilities;
  for (const fault of faultsOf(step)) {
    if (!faults.includes(fault as FaultKind)) {
      return unable(engine, `the fault ${fault}`, `it carries ${faults.join(', ') || 'none'}`);
    }
  }
  if (!suspends && step.do === 'run' && step.leftAfter !== undefined)
    return unable(engine, 'a statement that is left before its end', 'it runs each to its end');
  if ('on' in step && step.on >= connections) {
    return unable(engine, `${step.on + 1} connections`, `it carries ${connections}`);
  }
  return null;
}

/** Two runs of a plan cannot be compared byte by byte if the engine has a clock and files of its own. */
export function checkDeterminism(engine: Engine): void {
  if (!engine.abilities.deterministic)
    throw unable(engine, 'a second run of a plan', 'it is not deterministic');
}

function faultsOf(step: Step): string[] {
  if (step.do === 'run') return kindsOfStatementFaults(step);
  return isFaultStep(step) ? [faultNamed(step.do).kindOf(step)] : [];
}

function unable(engine: Engine, what: string, has: string): DirtError {
  return new DirtError(
    'DIRT_ENGINE_ABILITY',
    `${titleOf(engine)} does not carry ${what} faithfully (${has})`,
    'leave it out, or choose another engine; `dirt engines` lists what each carries',
  );
}

/** The usual world, as far as the engine carries it. */
export function carriedWorld({ abilities: { journalModes, pageSizes } }: Engine): WorldSpec {
  const { journalMode, pageSize } = DEFAULT_WORLD;
  return {
    ...DEFAULT_WORLD,
    journalMode: journalModes.includes(journalMode) ? journalMode : journalModes[0],
    pageSize: pageSizes.includes(pageSize) ? pageSize : pageSizes[0],
  };
}
