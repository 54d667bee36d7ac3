// A query returns the rows that SQL defines; where SQL leaves the rows undetermined, their number may still be determined.

import { agree } from '../compare-rows.ts';
import { rowDifference } from '../row-difference.ts';
import { isWhole, type Judge, plainRun } from './judge.ts';

export const model: Judge = {
  claims: 'A query returns the rows that SQL defines.',
  expected: 'always',
  isAsked: (test) =>
    isWhole(test) &&
    test.step.expect === 'ok' &&
    test.prediction?.kind === 'rows' &&
    test.step.statement.kind === 'select',
  judge: (seen) => {
    const run = plainRun(seen);
    const { outcome } = seen;
    if (run === null || run.prediction === undefined || outcome.kind !== 'rows') return null;
    const { step, prediction } = run;
    if (step.expect === 'any') {
      if (prediction.kind !== 'undetermined' || prediction.rowCount === undefined) return null;
      if (prediction.rowCount === outcome.rows.length) return null;
      return {
        kind: 'difference',
        judge: 'model',
        skeleton: 'row count',
        message: 'the number of rows is not the one that SQL defines',
        expected: { kind: 'text', text: `${prediction.rowCount} rows` },
        actual: { kind: 'rows', rows: outcome.rows },
      };
    }
    if (step.expect !== 'ok' || prediction.kind !== 'rows') return null;
    if (agree(prediction.rows, prediction.order, outcome.rows)) return null;
    const skeleton = rowDifference(prediction.rows, outcome.rows);
    return {
      kind: 'difference',
      judge: 'model',
      skeleton,
      message:
        skeleton === 'sign of zero'
          ? 'the rows are those that SQL defines but for the sign of zeros'
          : 'the rows are not those that SQL defines',
      expected: { kind: 'rows', rows: prediction.rows },
      actual: { kind: 'rows', rows: outcome.rows },
    };
  },
};
