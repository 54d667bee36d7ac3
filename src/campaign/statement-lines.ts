// A run as lines: every statement, on which connection, and what came of it.

import { formatOutcome } from '../dialect/index.ts';
import { isRun, stepDirective } from '../plan/index.ts';
import type { Trace } from '../run/index.ts';
import { counted } from '../words.ts';

export function statementLines({ records }: Trace): string[] {
  return records.flatMap(({ test, outcome }) => {
    if (test === undefined) return [];
    if (!isRun(test)) return stepDirective(test.step) ?? [];
    const came =
      outcome.kind === 'rows' ? counted(outcome.rows.length, 'row') : formatOutcome(outcome).join(' ');
    return `${test.step.on + 1}> ${test.sql}; -- ${came}`;
  });
}
