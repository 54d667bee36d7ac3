// Every statement comes to an end.

import { isRun } from '../../plan/index.ts';
import type { Outcome } from '../../sql/index.ts';
import type { Judge, Report } from './judge.ts';

export const noHang: Judge = {
  claims: 'Every statement comes to an end.',
  expected: 'always',
  isAsked: isRun,
  judge: ({ outcome }) => hangReport(outcome),
};

export function hangReport(outcome: Outcome): Report | null {
  if (outcome.kind !== 'fuel') return null;
  return { kind: 'hang', judge: 'noHang', skeleton: '', message: 'the statement does not come to an end' };
}
