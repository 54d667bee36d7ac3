// Outcomes, predictions and the sides of a finding as text that can be shown.

import { formatOutcome, formatValue, type Prediction } from '../dialect/index.ts';
import type { Side } from '../run/index.ts';
import type { Outcome, Row, SqlValue } from '../sql/index.ts';
import { RunningHash } from '../world/index.ts';
import type { Grid, Said } from './recording.ts';

const MOST_ROWS = 40;
const MOST_COLUMNS = 40;
const MOST_CHARACTERS = 200;

export function saidBy(outcome: Outcome): Said {
  if (outcome.kind !== 'rows') return { kind: outcome.kind, text: short(formatOutcome(outcome).join('\n')) };
  const { changes } = outcome;
  return { kind: 'rows', rows: gridOf(outcome.rows), ...(changes ? { changes } : {}) };
}

export function saidByModel(prediction: Prediction): Said {
  switch (prediction.kind) {
    case 'rows': {
      const { rows, order, changes } = prediction;
      return {
        kind: 'rows',
        rows: gridOf(rows),
        ...(order !== 'list' && rows.length > 1 && { inAnyOrder: true }),
        ...(changes > 0 && { changes }),
      };
    }
    case 'refused':
      return { kind: 'refused', text: short(formatOutcome(prediction).join('\n')) };
    case 'undetermined':
      return { kind: 'undetermined', text: `not determined by SQL: ${prediction.reason}` };
    case 'unknown':
      return { kind: 'undetermined', text: `beyond the model: ${prediction.reason}` };
  }
}

export function saidInSide(side: Side): Said {
  switch (side.kind) {
    case 'text':
      return { kind: 'text', text: short(side.text) };
    case 'rows':
      return { kind: 'rows', rows: gridOf(side.rows) };
    case 'outcome':
      return saidBy(side.outcome);
  }
}

export function gridOf(rows: readonly Row[]): Grid {
  const more = rows.length - MOST_ROWS;
  return {
    rows: rows
      .slice(0, MOST_ROWS)
      .map((row) => row.slice(0, MOST_COLUMNS).map((value: SqlValue) => short(formatValue(value)))),
    ...(more > 0 && { more }),
  };
}

/** What is left out is told by its length and a digest, so that different texts stay different. */
export function short(text: string, most = MOST_CHARACTERS): string {
  if (text.length <= most) return text;
  const hash = new RunningHash();
  hash.text(text);
  return `${text.slice(0, most)}… ${text.length} characters, ${hash.digest().slice(0, 6)}`;
}
