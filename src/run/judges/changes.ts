// A statement says truly how many rows it changed.

import { isWhole, type Judge, plainRun } from './judge.ts';

export const changes: Judge = {
  claims: 'A statement says truly how many rows it changed.',
  expected: 'always',
  isAsked: (test) =>
    isWhole(test) &&
    test.step.expect === 'ok' &&
    test.prediction?.kind === 'rows' &&
    test.step.statement.kind !== 'select' &&
    test.step.statement.kind !== 'raw',
  judge: (seen) => {
    const run = plainRun(seen);
    const { outcome } = seen;
    if (run?.step.expect !== 'ok' || run.prediction?.kind !== 'rows' || outcome.kind !== 'rows') return null;
    if (run.step.statement.kind === 'raw') return null;
    if (outcome.changes === null || run.prediction.changes === outcome.changes) return null;
    return {
      kind: 'difference',
      judge: 'changes',
      skeleton: run.step.statement.kind,
      message: 'changes() is wrong',
      expected: { kind: 'text', text: `${run.prediction.changes}` },
      actual: { kind: 'text', text: `${outcome.changes}` },
    };
  },
};
