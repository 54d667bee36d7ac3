// A table, and what INSERT, UPDATE and DELETE do to it. They return how many rows they changed.

import { evaluator, type Scope, sameName } from './evaluate.ts';
import { SqlError } from './sql-error.ts';
import type { Delete, Expression, Insert, Update } from './syntax.ts';
import { coerce, type Row, truth } from './value.ts';

export interface Table extends Scope {
  rows: Row[];
}

const NOTHING: Scope = { name: '', columns: [] };

export function insert({ columns, rows }: Insert, table: Table): number {
  const positions = columns?.map((name) => positionOf(name, table)) ?? table.columns.map((_, i) => i);
  for (const expressions of rows) {
    if (expressions.length !== positions.length) {
      throw new SqlError('other', `${expressions.length} values for ${positions.length} columns`);
    }
    const row: Row = table.columns.map(() => null);
    for (const [i, position] of positions.entries()) {
      row[position] = coerce(evaluator(expressions[i], NOTHING).at([]), table.columns[position].affinity);
    }
    table.rows.push(row);
  }
  return rows.length;
}

export function update({ set, where }: Update, table: Table): number {
  const assignments = set.map(({ column, value }) => {
    const position = positionOf(column, table);
    return { position, affinity: table.columns[position].affinity, value: evaluator(value, table) };
  });
  const rows = matching(table, where);
  for (const row of rows) {
    const values = assignments.map(({ value, affinity }) => coerce(value.at(row), affinity));
    for (const [i, { position }] of assignments.entries()) row[position] = values[i];
  }
  return rows.length;
}

export function remove({ where }: Delete, table: Table): number {
  const gone = new Set(matching(table, where));
  table.rows = table.rows.filter((row) => !gone.has(row));
  return gone.size;
}

/** The rows of which the condition is true. */
export function matching(table: Table, where: Expression | undefined): Row[] {
  if (!where) return [...table.rows];
  const condition = evaluator(where, table);
  return table.rows.filter((row) => truth(condition.at(row)));
}

function positionOf(name: string, table: Table): number {
  const position = table.columns.findIndex((column) => sameName(column.name, name));
  if (position < 0) throw new SqlError('other', `table ${table.name} has no column named ${name}`);
  return position;
}
