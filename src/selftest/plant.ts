// What several planted bugs have in common.

import type { Rows, sql } from '../index.ts';

export function withoutLastRow(outcome: Rows): Rows {
  return { ...outcome, rows: outcome.rows.slice(0, -1) };
}

/** The table of `SELECT … FROM table WHERE …`, the queries that most properties are made of; null for anything else. */
export function filteredTable(statement: sql.Statement): sql.FromTable | null {
  if (statement.kind !== 'select' || statement.body.kind !== 'core') return null;
  const { from, where } = statement.body;
  return where !== undefined && from?.kind === 'table' ? from : null;
}
