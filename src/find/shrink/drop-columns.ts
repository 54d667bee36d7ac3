// Drops a column everywhere at once: from its CREATE TABLE, from column lists, from the rows that were written in their order,
// and from drawn rows. What else mentioned it reads NULL instead; the model decides whether that is still a valid test.

import { invariant } from '../../errors.ts';
import { mapGroup, type Plan, stepsOf } from '../../plan/index.ts';
import type { CreateTable, Insert, Statement } from '../../sql/ast.ts';
import { NULL } from '../../sql/build.ts';
import { type ListItem, mapChildren, type Node } from '../../sql/index.ts';
import type { Pass } from './pass.ts';

export const dropColumns: Pass = {
  name: 'drop columns',
  *propose(plan) {
    let current = plan;
    for (const table of tablesOf(plan)) {
      for (let i = table.columns.length - 1; i >= 0; i--) {
        if (isOnlyColumn(current, table.name)) continue;
        const candidate = withoutColumn(current, table.name, table.columns[i].name);
        if (yield candidate) current = candidate;
      }
    }
  },
};

function tablesOf(plan: Plan): CreateTable[] {
  return stepsOf(plan).flatMap(({ step }) =>
    step.do === 'run' && step.statement.kind === 'createTable' ? [step.statement] : [],
  );
}

function isOnlyColumn(plan: Plan, table: string): boolean {
  return tablesOf(plan).some(({ name, columns }) => name === table && columns.length === 1);
}

function withoutColumn(plan: Plan, table: string, column: string): Plan {
  const position = tablesOf(plan)
    .find(({ name }) => name === table)
    ?.columns.findIndex(({ name }) => name === column);
  invariant(position !== undefined, 'the table is created in the plan');
  const groups = plan.groups.map((group) =>
    mapGroup(group, {
      expression: (expression) => without(expression, column),
      body: (body) => without(body, column),
      statement: (statement) => fromStatement(statement, table, column, position),
      row: ({ [column]: _, ...others }) => others,
    }),
  );
  return { ...plan, groups };
}

function fromStatement(statement: Statement, table: string, column: string, position: number): Statement {
  if (statement.kind === 'createTable' && statement.name === table) {
    const columns = statement.columns.filter(({ name }) => name !== column);
    return without({ ...statement, columns }, column);
  }
  if (statement.kind === 'insert' && statement.table === table)
    return fromInsert(statement, column, position);
  return without(statement, column);
}

function fromInsert(insert: Insert, column: string, position: number): Insert {
  const at = insert.columns === undefined ? position : insert.columns.indexOf(column);
  if (at < 0) return without(insert, column);
  const columns = insert.columns?.filter((name) => name !== column);
  if (columns?.length === 0) {
    const { columns: _, ...rest } = insert;
    return without({ ...rest, source: { kind: 'defaultValues' } }, column);
  }
  const source =
    insert.source.kind === 'values'
      ? {
          ...insert.source,
          rows: insert.source.rows.map((row) => ('draw' in row ? row : row.filter((_, i) => i !== at))),
        }
      : insert.source;
  return without({ ...insert, ...(columns && { columns }), source }, column);
}

/** The tree with NULL where it read the column, and without the assignments and constraints that are about it. */
function without<N extends Node>(node: N, column: string): N {
  const changed = (child: Node): Node =>
    child.kind === 'column' && child.name === column
      ? NULL
      : mapChildren(child, changed, (item) => !isAbout(item, column));
  return changed(node) as N;
}

function isAbout(item: ListItem, column: string): boolean {
  if ('columns' in item && 'value' in item && item.columns?.length === 1 && item.columns[0] === column)
    return true;
  // An indexed column, an ORDER BY term or a result column that is nothing but this column.
  return 'expression' in item && item.expression.kind === 'column' && item.expression.name === column;
}
