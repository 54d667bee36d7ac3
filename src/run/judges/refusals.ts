// What must be refused is not accepted, and not taken for damage.

import { isRun } from '../../plan/index.ts';
import type { RefusalClass } from '../../sql/index.ts';
import { normalised } from '../finding.ts';
import { isWhole, type Judge, plainRun } from './judge.ts';

/** How a refusal is put into words and classes is up to the engine, but these say that something broke. */
const SAY_THAT_SOMETHING_BROKE: ReadonlySet<RefusalClass> = new Set([
  'corrupt',
  'io',
  'interrupted',
] as const);

export const refusals: Judge = {
  claims: 'What must be refused is not accepted, and not taken for damage.',
  expected: 'always',
  isAsked: (test) => isWhole(test) && typeof test.step.expect === 'object',
  judge: (seen) => {
    const expected = plainRun(seen)?.step.expect;
    if (typeof expected !== 'object') return null;
    const { outcome } = seen;
    const what =
      expected.says ?? (expected.constraint ? `${expected.constraint} constraint` : expected.refused);
    const actual = { kind: 'outcome', outcome } as const;
    if (outcome.kind === 'refused') {
      if (expected.says !== undefined && !outcome.message.includes(expected.says))
        return {
          kind: 'error',
          judge: 'refusals',
          skeleton: `${what},${outcome.class},${normalised(outcome.message)}`,
          message: `refused for another reason than is demanded (${what}): ${outcome.message}`,
          actual,
        };
      if (!SAY_THAT_SOMETHING_BROKE.has(outcome.class) || outcome.class === expected.refused) return null;
      return {
        kind: 'error',
        judge: 'refusals',
        skeleton: `${what},${outcome.class}`,
        message: `refused as ${outcome.class} though the reason is another (${what}): ${outcome.message}`,
        actual,
      };
    }
    if (outcome.kind !== 'rows') return null;
    const { test } = seen;
    const why =
      test !== undefined && isRun(test) && test.prediction?.kind === 'refused' && expected.refused === 'other'
        ? normalised(test.prediction.message)
        : what;
    return {
      kind: 'wronglyAccepted',
      judge: 'refusals',
      skeleton: why,
      message: `accepted though it must be refused (${why})`,
      actual,
    };
  },
};
