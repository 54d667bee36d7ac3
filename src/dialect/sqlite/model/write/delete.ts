// DELETE: which rows go is decided on the table as it was.

import type { Delete } from '../../../../sql/ast.ts';
import type { Row } from '../../../../sql/index.ts';
import { truth } from '../../evaluate/convert.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { runProbes } from '../query/probes.ts';
import { addTable, compileIn } from '../query/scope.ts';
import { checkAllUsed, statementLevel } from '../query/select.ts';
import { type StatementContext, scan, Undetermined } from '../query/statement-context.ts';
import { draftOf, removeRow, tableOf } from './draft.ts';
import { compileReturning, targetTable, type Written } from './target.ts';

export function runDelete(statement: Delete, context: StatementContext): Written {
  const table = targetTable(context, statement.table);
  const level = statementLevel(context, statement.with);
  addTable(level, table, statement.alias ?? table.schema.name);
  if (statement.where !== undefined && sqliteBugs['between-while-writing'].isMet(statement.where))
    throw wrongInSqlite('between-while-writing');
  const where = statement.where === undefined ? undefined : compileIn(level, statement.where);
  checkAllUsed(level, context);
  const returning = compileReturning(statement.returning, context, table);
  if (level.mayRaise) throw new Undetermined('may raise');
  context.started = true;

  const returned: Row[] = [];
  const rows = scan(context, table);
  if (where === undefined) {
    // SQLite writes even if there is no row; another engine need not.
    if (returning !== undefined) for (const row of rows) returned.push(returning(row));
    const { schema, sequence, doubtedRowid } = table;
    const uniques = table.uniques.map(() => undefined);
    const emptied = {
      schema,
      knowledge: table.knowledge,
      rows: undefined,
      uniques,
      sequence,
      doubtedRowid,
      rowidsKnown: true,
    };
    return { table: emptied, returned, changes: rows.length, dirty: rows.length > 0 ? 'yes' : 'maybe' };
  }
  const draft = draftOf(table);
  const environment = { row: rows[0] };
  let changes = 0;
  for (const row of rows) {
    environment.row = row;
    runProbes(level.probes.row, environment);
    if (truth(where.evaluate(environment)) !== true) continue;
    removeRow(draft, row);
    changes++;
    if (returning !== undefined) returned.push(returning(row));
  }
  return { table: tableOf(draft), returned, changes };
}
