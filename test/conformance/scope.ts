// The names that the random expressions may use: the table's columns, also from inside subqueries without FROM.

import { compile, type Scope } from '../../src/dialect/sqlite/evaluate/compile.ts';
import type { Expression, Select } from '../../src/sql/ast.ts';
import { COLUMNS } from './table.ts';

export const tableScope: Scope = scopeAt(0);

function scopeAt(depth: number): Scope {
  return {
    column({ name }) {
      const index = COLUMNS.findIndex((column) => column.name === name);
      return { depth, index, affinity: COLUMNS[index].affinity, collation: COLUMNS[index].collation };
    },
    subquery(select) {
      const items = itemsOf(select).map((item) => compile(item, scopeAt(depth + 1)));
      return {
        columns: items,
        rows: (outer) => [items.map((item) => item.evaluate({ row: [], outer }))],
        mayRaise: items.some((item) => item.mayRaise),
      };
    },
  };
}

function itemsOf({ body }: Select): Expression[] {
  if (body.kind !== 'core') throw new Error('only SELECT without FROM is drawn');
  return body.columns.map((column) => {
    if (column.kind !== 'expression') throw new Error('only SELECT of expressions is drawn');
    return column.expression;
  });
}
