// An outcome in a few lines, each short enough for a terminal.

import type { Outcome, Row } from '../sql/index.ts';
import { formatRow } from './format-value.ts';

const MOST_ROWS = 20;

/** The lines that say what came of a statement; none for a statement that just worked. */
export function formatOutcome(outcome: Outcome, mostRows = MOST_ROWS): string[] {
  switch (outcome.kind) {
    case 'rows':
      return formatRows(outcome.rows, mostRows);
    case 'refused': {
      const kind = outcome.constraint === undefined ? '' : `, ${outcome.constraint}`;
      return [`refused (${outcome.class}${kind}): ${firstLine(outcome.message)}`];
    }
    case 'panic':
      return [
        `${outcome.breach === undefined ? 'panic' : 'breach of the protocol'}${outcome.location ? ` at ${outcome.location}` : ''}: ${firstLine(outcome.message)}`,
      ];
    case 'fuel':
      return ['out of fuel: the statement does not come to an end'];
    case 'cut':
      return ['the power went off'];
  }
}

export function formatRows(rows: readonly Row[], mostRows = MOST_ROWS): string[] {
  const lines = rows.slice(0, mostRows).map(formatRow);
  if (rows.length > mostRows) lines.push(`… ${rows.length - mostRows} more rows`);
  return lines;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0];
}
