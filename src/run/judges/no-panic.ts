// The engine does not panic. One that dies saying that something is not implemented lacks it, and the run ends there.

import { isRun } from '../../plan/index.ts';
import { isLacking, type Outcome } from '../../sql/index.ts';
import { normalised } from '../finding.ts';
import type { Judge, Report } from './judge.ts';

export const noPanic: Judge = {
  claims: 'The engine does not panic.',
  expected: 'always',
  isAsked: isRun,
  judge: ({ outcome }) => panicReport(outcome),
};

export function panicReport(outcome: Outcome): Report | null {
  if (outcome.kind !== 'panic') return null;
  const { location, message, within, breach } = outcome;
  const how =
    breach === undefined ? `panicked${location ? ` at ${location}` : ''}` : 'broke the program protocol';
  return {
    kind: isLacking(outcome) ? 'unsupportedCombination' : 'panic',
    judge: 'noPanic',
    skeleton: `${location || normalised(message)}${within === undefined ? '' : ` within ${within}`}`,
    message: `the engine ${how}: ${message}`,
    actual: { kind: 'outcome', outcome },
  };
}
