// A statement that is left before its end gives in parts what it gives at once, whatever runs beside it.

import type { RefusalClass } from '../../sql/index.ts';
import { agree, agreeSoFar } from '../compare-rows.ts';
import { rowDifference } from '../row-difference.ts';
import type { Judge } from './judge.ts';
import { refusalReport } from './no-error.ts';

/** An engine may give up a statement that was disturbed, but not take that for damage. */
const SAYS_DAMAGE: ReadonlySet<RefusalClass> = new Set(['corrupt', 'io'] as const);

export const stepwise: Judge = {
  claims:
    'A statement that is left before its end gives in parts what it gives at once, whatever runs beside it.',
  isAsked: ({ part }) => part !== undefined,
  judge: ({ test, outcome, returned }) => {
    if (test?.part === undefined || test.prediction === undefined) return null;
    const { part, prediction } = test;
    if (outcome.kind === 'refused') {
      const mayBeRefused = prediction.kind !== 'rows' && !SAYS_DAMAGE.has(outcome.class);
      return mayBeRefused ? null : refusalReport(outcome, 'stepwise');
    }
    if (outcome.kind !== 'rows' || prediction.kind !== 'rows') return null;
    const { rows, order } = prediction;
    const given = returned.get(part.of) ?? [];
    const taken = part.before + part.steps;
    const isOver = taken > rows.length;
    const isRight = isOver
      ? agree(rows, order, given)
      : given.length === taken && agreeSoFar(rows, order, given);
    if (isRight && isOver === (outcome.isOpen === undefined)) return null;
    const skeleton = isRight ? 'end' : rowDifference(rows, given);
    return {
      kind: 'difference',
      judge: 'stepwise',
      skeleton,
      message: isRight
        ? 'the statement does not end after its last row'
        : 'a statement that was left before its end does not give the rows that SQL defines',
      expected: { kind: 'rows', rows: isOver ? rows : rows.slice(0, taken) },
      actual: { kind: 'rows', rows: given },
    };
  },
};
