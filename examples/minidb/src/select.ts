// SELECT: filter, sort, cut, project.

import { type Evaluator, evaluator } from './evaluate.ts';
import { SqlError } from './sql-error.ts';
import type { Expression, OrderTerm, Select } from './syntax.ts';
import { matching, type Table } from './table.ts';
import { compare, type Row } from './value.ts';

/** Without FROM there is one row with nothing in it. */
const ONE_ROW: Table = { name: '', columns: [], rows: [[]] };

export function select({ columns, where, orderBy, limit, offset }: Select, from: Table | null): Row[] {
  const table = from ?? ONE_ROW;
  const results = (columns ?? all(table)).map((column) => evaluator(column, table));
  const order = orderBy.map(({ expression, descending }) => ({
    key: keyOf(expression, table, results),
    sign: descending ? -1 : 1,
  }));
  const rows = matching(table, where).sort((a, b) => {
    for (const { key, sign } of order) {
      const difference = compare(key.at(a), key.at(b));
      if (difference !== 0) return sign * difference;
    }
    return 0;
  });
  const start = Math.max(0, offset ? count(offset) : 0);
  const most = limit ? count(limit) : -1;
  return rows
    .slice(start, most < 0 ? undefined : start + most)
    .map((row) => results.map((result) => result.at(row)));
}

function all(table: Table): Expression[] {
  if (table === ONE_ROW) throw new SqlError('other', 'no tables specified');
  return table.columns.map(({ name }) => ({ kind: 'column', name }));
}

/** A number in ORDER BY is the number of a result column. */
function keyOf(expression: OrderTerm['expression'], table: Table, results: readonly Evaluator[]): Evaluator {
  if (expression.kind !== 'literal' || typeof expression.value !== 'bigint')
    return evaluator(expression, table);
  const result = results[Number(expression.value) - 1];
  if (!result) throw new SqlError('other', `ORDER BY term out of range: there are ${results.length} columns`);
  return result;
}

function count(expression: Expression): number {
  const value = evaluator(expression, { name: '', columns: [] }).at([]);
  if (typeof value !== 'bigint') throw new SqlError('other', 'LIMIT and OFFSET must be integers');
  return Number(value);
}
