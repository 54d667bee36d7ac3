// The table that a statement writes to, and the RETURNING clause over its rows.

import type { ResultColumn } from '../../../../sql/ast.ts';
import type { Row } from '../../../../sql/index.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { findView, requireTable } from '../database.ts';
import { projectColumns } from '../query/projection.ts';
import { hasMixedAffinity } from '../query/query-column.ts';
import { addTable } from '../query/scope.ts';
import { statementLevel } from '../query/select.ts';
import { type StatementContext, Undetermined } from '../query/statement-context.ts';
import { isRowidName, type Table, type TableSchema } from '../table.ts';
import type { Violation } from './constraints.ts';

/** What a write did: the new table, the rows that RETURNING gives, and the violation that ended it, if any. */
export interface Written {
  readonly table: Table;
  readonly returned: readonly Row[];
  readonly changes: number;
  /** Whether pages were written to; without it, they were if rows changed. */
  readonly dirty?: 'yes' | 'maybe';
  readonly violation?: Violation;
  /** With a violation: which of several constraints is reported depends on the scan order. */
  readonly anyConstraint?: boolean;
}

export function targetTable(context: StatementContext, name: string): Table {
  const { snapshot } = context;
  if (findView(snapshot, name) !== undefined) {
    throw new Refusal('other', `cannot modify ${name} because it is a view`);
  }
  return requireTable(snapshot, name);
}

/** The position that a column of the statement means: a column, or -1 for the rowid. */
export function targetColumn(schema: TableSchema, name: string, verb: string): number {
  const lower = name.toLowerCase();
  const position = schema.columns.findIndex((column) => column.name.toLowerCase() === lower);
  if (position >= 0) {
    if (schema.columns[position].generated) {
      throw new Refusal('other', `cannot ${verb} generated column "${name}"`);
    }
    return position;
  }
  if (isRowidName(lower) && !schema.withoutRowid) return schema.rowidAlias >= 0 ? schema.rowidAlias : -1;
  throw new Refusal('other', `table ${schema.name} has no column named ${name}`);
}

/** Compiles RETURNING: the stored row in, the returned row out. */
export function compileReturning(
  columns: readonly ResultColumn[] | undefined,
  context: StatementContext,
  table: Table,
): ((stored: Row) => Row) | undefined {
  if (columns === undefined) return undefined;
  const level = statementLevel(context);
  addTable(level, table, table.schema.name);
  const projected = projectColumns(columns, level);
  // SQLite stores what RETURNING gives, with the affinity of its columns, before it shows it.
  if (projected.some(({ column }) => hasMixedAffinity(column)))
    throw new Undetermined('column of a mixed compound');
  if (level.correlatedSubquery) throw new Unknown('subquery in RETURNING');
  if (level.mayRaise || level.probes.row.length > 0) throw new Unknown('RETURNING may raise');
  if (sqliteBugs['returning-whole-reals'].isMet(columns, table.schema)) {
    throw wrongInSqlite('returning-whole-reals');
  }
  return (stored) => projected.map(({ evaluate }) => evaluate({ row: stored }));
}
