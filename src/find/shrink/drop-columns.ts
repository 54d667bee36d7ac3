// Drops a column everywhere at once: from its CREATE TABLE, from column lists, from the rows that were written in their order,
// and from drawn rows. What else mentioned it reads NULL instead; the model decides whether that is still a valid test.

import { invariant } from '../../errors.ts';
import type { Plan } from '../../plan/plan.ts';
import type { CreateTable, Expression, Insert, Statement } from '../../sql/ast.ts';
import type { Pass } from './pass.ts';
import { type Node, nodesOf } from './tree.ts';

export const dropColumns: Pass = {
  name: 'drop columns',
  *propose(plan) {
    let current = plan;
    for (const table of tablesOf(plan)) {
      for (let i = table.columns.length - 1; i >= 0; i--) {
        const candidate = withoutColumn(current, table.name, table.columns[i].name);
        if (yield candidate) current = candidate;
      }
    }
  },
};

function tablesOf(plan: Plan): CreateTable[] {
  const tables: CreateTable[] = [];
  for (const { node } of nodesOf(plan))
    if (node.kind === 'createTable') tables.push(node as unknown as CreateTable);
  return tables;
}

function withoutColumn(plan: Plan, table: string, column: string): Plan {
  const position = tablesOf(plan)
    .find(({ name }) => name === table)
    ?.columns.findIndex(({ name }) => name === column);
  invariant(position !== undefined, 'the table is created in the plan');
  const groups = plan.groups.map((group) => ({
    ...group,
    draws: mapValues(group.draws, (draw) => without(draw, column)),
    steps: group.steps.map((step) =>
      step.do === 'run'
        ? { ...step, statement: fromStatement(step.statement, table, column, position) }
        : step,
    ),
  }));
  return { ...plan, groups: groups as Plan['groups'] };
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
  const source =
    insert.source.kind === 'values'
      ? {
          ...insert.source,
          rows: insert.source.rows.map((row) => (isList(row) ? row.filter((_, i) => i !== at) : row)),
        }
      : insert.source;
  return without({ ...insert, ...(columns && { columns }), source }, column);
}

function isList(row: readonly Expression[] | { draw: string }): row is readonly Expression[] {
  return Array.isArray(row);
}

/** The tree with NULL where it read the column, and without the assignments and constraints that are about it. */
function without<T>(value: T, column: string): T {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) {
    return value.filter((item) => !isAbout(item, column)).map((item) => without(item, column)) as T;
  }
  const node = value as unknown as Node;
  if (node.kind === 'column' && node.name === column) return { kind: 'literal', value: null } as T;
  if (node.kind === 'rowDraw') {
    const values = { ...(node.values as Record<string, unknown>) };
    delete values[column];
    return { ...node, values } as T;
  }
  return mapValues(value as object, (child) => without(child, column)) as T;
}

function isAbout(item: unknown, column: string): boolean {
  if (item === null || typeof item !== 'object') return false;
  const node = item as Node;
  const columns = node.columns as readonly unknown[] | undefined;
  if (Array.isArray(columns) && columns.length === 1 && columns[0] === column && 'value' in node) return true;
  const expression = node.expression as Node | undefined;
  // An indexed column, an ORDER BY term or a result column that is nothing but this column.
  return expression?.kind === 'column' && expression.name === column;
}

function mapValues<T extends object>(record: T, map: (value: never) => unknown): T {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value as never)])) as T;
}
