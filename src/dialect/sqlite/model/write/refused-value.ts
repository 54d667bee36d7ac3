// A value of the wrong type ends a statement that may have stored rows before it. In a transaction SQLite may keep them.

import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import type { StatementContext } from '../query/statement-context.ts';
import type { TableSchema } from '../table.ts';

/** Rows before the refused one: `some`, or `maybe` if they come in any order. */
export type RowsBefore = 'none' | 'maybe' | 'some';

/** To be called with what a row was refused for; gives up if it is not sure what remains. */
export function checkRefusedValue(
  error: unknown,
  before: RowsBefore,
  schema: TableSchema,
  { inTransaction }: StatementContext,
): void {
  if (before === 'none' || !(error instanceof Refusal) || error.constraint !== 'datatype') return;
  if (sqliteBugs['refused-rows-stay'].isMet(inTransaction, schema)) throw wrongInSqlite('refused-rows-stay');
  if (before === 'some') throw new Unknown('value refused after a row');
}
