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
  const { location, message, within } = outcome;
  return {
    kind: isLacking(outcome) ? 'unsupportedCombination' : 'panic',
    judge: 'noPanic',
    skeleton: `${location || normalised(message)}${within === undefined ? '' : ` within ${within}`}`,
    message: `the engine panicked${location ? ` at ${location}` : ''}: ${message}`,
    actual: { kind: 'outcome', outcome },
  };
}
