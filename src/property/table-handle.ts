// A table as a property sees it: its columns are expressions, and it can be given another name in a query.

import type { TableView } from '../dialect/index.ts';
import type { ColumnReference, FromTable } from '../sql/ast.ts';

export interface TableHandle {
  /** As the database knows it. */
  readonly name: string;
  /** The name by which the query knows it. */
  readonly alias?: string;
  /** Its columns, qualified by the alias if there is one. */
  readonly columns: readonly ColumnReference[];
  /** What the model knows of it: columns with their types, indexes, keys, rows. */
  readonly view: TableView;
  /** The same table under another name in a query. */
  as(alias: string): TableHandle;
  /** The same table for predicates that must not read these columns, nor what is computed from them, nor the rowid. */
  hiding(...columns: readonly string[]): TableHandle;
}

export function tableHandle(view: TableView, alias?: string): TableHandle {
  const { name, columns } = view;
  return {
    name,
    alias,
    columns: columns.map((column) => ({
      kind: 'column',
      name: column.name,
      ...(alias !== undefined && { table: alias }),
    })),
    view,
    as: (other) => tableHandle(view, other),
    hiding: (...hidden) => {
      const left = columns.filter((column) => !column.generated && !hidden.includes(column.name));
      return tableHandle(partOf(view, left), alias);
    },
  };
}

/** A view that shows some of the columns; positions in its rows are those of the shown columns. */
function partOf(view: TableView, columns: TableView['columns']): TableView {
  const positions = columns.map((column) => view.columns.indexOf(column));
  const part = (row: ReturnType<TableView['rowAt']>) => positions.map((position) => row[position]);
  return {
    ...view,
    columns,
    // Indexes and the rowid would reveal what is hidden.
    indexes: [],
    withoutRowid: true,
    rowAt: (position) => part(view.rowAt(position)),
    rows: () => [...view.rows()].map(part),
  };
}

export function fromTable({ name, alias }: TableHandle): FromTable {
  return alias === undefined ? { kind: 'table', name } : { kind: 'table', name, alias };
}
