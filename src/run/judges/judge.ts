// What a judge is: it decides whether a step of a run is a finding. A new one is a file beside this one and a line in index.ts; the
// counts of what was exercised, vacuity, the selftest and the docs derive from it.

import { isRun, type RunTestStep, type StepId, type TestStep } from '../../plan/index.ts';
import type { Row } from '../../sql/index.ts';
import type { Happened, Inspected } from '../../world/index.ts';
import type { Finding } from '../finding.ts';

/** What a judge sees of one step. */
export interface Seen extends Happened {
  /** Undefined for the boot before the first step and the close after the last. */
  readonly test: TestStep | undefined;
  /** What the statements so far returned. */
  readonly returned: ReadonlyMap<StepId, readonly Row[]>;
  /** What they took the engine, where it counts that. */
  readonly costs: ReadonlyMap<StepId, number>;
}

/** What is wrong; `skeleton` is what is left of it without names and values: the last part of its signature. */
export type Report = Omit<Finding, 'at' | 'property' | 'signature'> & { readonly skeleton: string };

export interface Judge {
  readonly claims: string;
  /** Which campaigns must give it something to judge; those with a fault that is made for it must in any case. */
  readonly expected?: 'always' | 'withReference' | 'withDoublecheck';
  /** Does the step give it something to judge? */
  isAsked?(test: TestStep): boolean;
  /** For those who judge step by step. */
  judge?(seen: Seen): Report | null;
}

/** A statement that runs to its end at once. */
export function isWhole(test: TestStep | undefined): test is RunTestStep {
  return isRun(test) && test.step.leftAfter === undefined;
}

/** A whole statement without an injected fault: what a fault may do to it is judged by what is found afterwards. */
export function plainRun({ test, inspection }: Seen): RunTestStep | null {
  return isWhole(test) && inspection === undefined && test.step.ioFault === undefined ? test : null;
}

/** The power went off at this step, or while its statement ran. */
export function isCut(test: TestStep | undefined): boolean {
  return test?.step.do === 'powerCut' || (test?.step.do === 'run' && test.step.cut !== undefined);
}

/** What the engine itself showed of its database, and not the opener of its files. */
export function ownLook({ test, inspection }: Seen): Inspected | null {
  const isElsewhere = test !== undefined && (isOpenedElsewhere(test) || test.step.do === 'sqliteWrites');
  return inspection === undefined || isElsewhere ? null : inspection;
}

export function isOpenedElsewhere({ step }: TestStep): boolean {
  return step.do === 'inspect' && step.what === 'sqliteOpensIt';
}
