// What engines said of a script, as the page shows it: per statement a few lines, and what they are compared by.

import { formatOutcome } from '../dialect/index.ts';
import { decodeValue, type EncodedValue, type Outcome, type Row } from '../sql/index.ts';
import type { Said } from './news.ts';

/** A line of `dirt sql --json`. */
interface Line {
  readonly sql: string;
  readonly outcome: Outcome['kind'];
  readonly rows?: readonly (readonly EncodedValue[])[];
  readonly changes?: number;
  readonly class?: string;
}

const MOST_ROWS = 50;

/** From the output of `dirt sql --json`. */
export function saidIn(output: string): Said[] {
  return output.split('\n').flatMap((text) => {
    if (!text.startsWith('{')) return [];
    let line: Line;
    try {
      line = JSON.parse(text);
    } catch {
      // The last line of an output that was too long.
      return [];
    }
    const rows: Row[] = (line.rows ?? []).map((row) => row.map(decodeValue));
    const outcome = { ...line, kind: line.outcome, rows } as unknown as Outcome;
    return { sql: line.sql, lines: formatOutcome(outcome, MOST_ROWS), key: keyOf(line) };
  });
}

/** Two that have the same say the same: messages are an engine's own words, and the order of rows is compared by nobody. */
function keyOf({ outcome, rows, class: refusal }: Line): string | null {
  if (outcome === 'refused') return refusal === 'unsupported' ? null : 'refused';
  if (outcome !== 'rows') return outcome;
  return (rows ?? [])
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n');
}
