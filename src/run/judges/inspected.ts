// What was found by looking at a database, as the judges of inspections and faults have it in common.

import type { DatabaseView, TableView } from '../../dialect/index.ts';
import { isLacking, type Outcome } from '../../sql/index.ts';
import type { Inspected } from '../../world/index.ts';
import { sameBagButForZeros } from '../compare-rows.ts';
import { type FindingKind, normalised } from '../finding.ts';
import { rowDifference } from '../row-difference.ts';
import type { JudgeName } from './index.ts';
import type { Report } from './judge.ts';
import { refusalReport } from './no-error.ts';
import { hangReport } from './no-hang.ts';
import { panicReport } from './no-panic.ts';

const INTEGRITY_CHECK = 'PRAGMA integrity_check';

export function integrityReport({ integrity }: Inspected, judge: JudgeName): Report | null {
  if (integrity === undefined) return null;
  const death = deathReport(integrity);
  if (death !== null) return { ...death, look: INTEGRITY_CHECK };
  // An engine may have no integrity check; if it had one before, the ledger reports the regression.
  if (isLacking(integrity)) return null;
  const verdict = integrity.kind === 'rows' ? String(integrity.rows[0]?.[0]) : describe(integrity);
  if (verdict === 'ok') return null;
  return {
    kind: 'corruption',
    judge,
    skeleton: normalised(verdict),
    message: `integrity_check says: ${verdict}`,
    look: INTEGRITY_CHECK,
    expected: { kind: 'rows', rows: [['ok']] },
    actual: sideOf(integrity),
  };
}

/** One of the allowed states must have been found. */
export function contentsReport(
  { contents }: Inspected,
  allowed: readonly DatabaseView[],
  kind: FindingKind,
  judge: JudgeName,
): Report | null {
  for (const [table, outcome] of contents) {
    const death = deathReport(outcome);
    if (death !== null) return { ...death, look: allOf(table) };
  }
  const wrong = allowed.map((state) => firstWrongTable(state, contents));
  if (wrong.includes(null) || wrong.length === 0) return null;
  const { table, outcome } = wrong[0]!;
  // Nobody but the engine has written: it refuses a query that must work.
  if (kind === 'content' && outcome.kind === 'refused')
    return { ...refusalReport(outcome, judge), look: allOf(table.name) };
  return {
    kind,
    judge,
    skeleton: skeletonOfContents(table, outcome),
    message:
      kind === 'durability'
        ? `after the power cut, table ${table.name} holds neither the old nor the new committed rows`
        : `table ${table.name} does not hold the rows it must`,
    look: allOf(table.name),
    expected: { kind: 'rows', rows: [...table.rows()] },
    actual: sideOf(outcome),
  };
}

function deathReport(outcome: Outcome): Report | null {
  return panicReport(outcome) ?? hangReport(outcome);
}

function sideOf(outcome: Outcome): Report['actual'] {
  return outcome.kind === 'rows' ? { kind: 'rows', rows: outcome.rows } : { kind: 'outcome', outcome };
}

function allOf(table: string): string {
  return `SELECT * FROM ${table}`;
}

function firstWrongTable(
  state: DatabaseView,
  contents: ReadonlyMap<string, Outcome>,
): { table: TableView; outcome: Outcome } | null {
  for (const table of state.tables) {
    const outcome = contents.get(table.name);
    if (table.knowledge !== 'exact' || outcome === undefined) continue;
    // The sign of a stored zero is no damage; queries show it, and the model judges those.
    if (outcome.kind !== 'rows' || !sameBagButForZeros([...table.rows()], outcome.rows))
      return { table, outcome };
  }
  return null;
}

function skeletonOfContents(table: TableView, outcome: Outcome): string {
  if (outcome.kind !== 'rows') return outcome.kind === 'refused' ? outcome.class : outcome.kind;
  return rowDifference([...table.rows()], outcome.rows);
}

function describe(outcome: Outcome): string {
  return outcome.kind === 'refused' ? outcome.message : outcome.kind;
}
