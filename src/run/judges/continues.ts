// The engine goes on with a file that SQLite wrote to.

import { normalised } from '../finding.ts';
import { contentsReport, integrityReport } from './inspected.ts';
import type { Judge } from './judge.ts';

export const continues: Judge = {
  claims: 'The engine goes on with a file that SQLite wrote to.',
  isAsked: ({ step }) => step.do === 'sqliteWrites',
  judge: ({ test, outcome, inspection }) => {
    if (test?.step.do !== 'sqliteWrites') return null;
    if (inspection !== undefined) {
      return (
        integrityReport(inspection, 'continues') ??
        contentsReport(inspection, test.allowed ?? [], 'corruption', 'continues')
      );
    }
    if (outcome.kind !== 'refused') return null;
    return {
      kind: 'corruption',
      judge: 'continues',
      skeleton: normalised(outcome.message),
      message: `the file cannot be handed to SQLite and back: ${outcome.message}`,
      actual: { kind: 'outcome', outcome },
    };
  },
};
