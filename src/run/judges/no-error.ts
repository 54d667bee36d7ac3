// What must work is not refused: statements, faults between them, the boot and the close.

import { isRun } from '../../plan/index.ts';
import { isLacking, type Refused } from '../../sql/index.ts';
import { faultOf } from '../../world/index.ts';
import { normalised } from '../finding.ts';
import type { JudgeName } from './index.ts';
import { isWhole, type Judge, plainRun, type Report, type Seen } from './judge.ts';

export const noError: Judge = {
  claims: 'What must work is not refused.',
  expected: 'always',
  isAsked: (test) => isWhole(test) && test.step.expect === 'ok',
  judge: (seen) =>
    seen.outcome.kind === 'refused' && mustWork(seen) ? refusalReport(seen.outcome, 'noError') : null,
};

function mustWork(seen: Seen): boolean {
  const { test, inspection } = seen;
  if (test === undefined) return true;
  // A part of a statement has a judge of its own.
  if (test.part !== undefined) return false;
  if (isRun(test)) return plainRun(seen)?.step.expect === 'ok';
  // A fault with a judge of its own is judged by that one.
  return inspection === undefined && faultOf(test.step)?.judge === undefined;
}

/** Of a statement, or of a look at a database. */
export function refusalReport(outcome: Refused, judge: JudgeName): Report {
  const { class: refusal, message } = outcome;
  return {
    kind: refusal === 'corrupt' ? 'corruption' : isLacking(outcome) ? 'unsupportedCombination' : 'error',
    judge,
    skeleton: `${refusal},${normalised(message)}`,
    message: `refused though it must work: ${message}`,
    actual: { kind: 'outcome', outcome },
  };
}
