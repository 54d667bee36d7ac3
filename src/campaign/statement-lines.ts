// A run as lines: every statement, on which connection, and what came of it.

import { formatOutcome } from '../dialect/index.ts';
import { isRun, stepDirective } from '../plan/index.ts';
import type { Trace } from '../run/index.ts';
import type { Outcome } from '../sql/index.ts';
import { counted } from '../words.ts';

export function statementLines({ records }: Trace): string[] {
  return records.flatMap(({ test, outcome }) => {
    if (test === undefined) return [];
    if (!isRun(test)) return stepDirective(test.step) ?? [];
    return `${test.step.on + 1}> ${test.sql}; -- ${cameOf(outcome)}`;
  });
}

function cameOf(outcome: Outcome): string {
  if (outcome.kind !== 'rows') return formatOutcome(outcome).join(' ');
  const { rows, changes } = outcome;
  if (changes !== null && changes > 0) return `${counted(changes, 'row')} written`;
  return counted(rows.length, 'row');
}
