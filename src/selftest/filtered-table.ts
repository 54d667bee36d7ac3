// The queries that most properties are made of: one table and a WHERE.

import type { FromTable, Statement } from '../sql/ast.ts';

/** The table of `SELECT … FROM table WHERE …`; null for anything else. */
export function filteredTable(statement: Statement): FromTable | null {
  if (statement.kind !== 'select' || statement.body.kind !== 'core') return null;
  const { from, where } = statement.body;
  return where !== undefined && from?.kind === 'table' ? from : null;
}
