// A table as a property sees it: its columns are expressions, and it can be given another name in a query.

import type { TableView } from '../model/view.ts';
import type { ColumnReference, FromTable } from '../sql/ast.ts';

export interface TableHandle {
  readonly name: string;
  /** The name by which the query knows it. */
  readonly alias?: string;
  /** Its columns, qualified by the alias if there is one. */
  readonly columns: readonly ColumnReference[];
  readonly view: TableView;
  as(alias: string): TableHandle;
}

export function tableHandle(view: TableView, alias?: string): TableHandle {
  return {
    name: view.name,
    alias,
    columns: view.columns.map(({ name }) => ({ kind: 'column', name, ...(alias !== undefined && { table: alias }) })),
    view,
    as: (other) => tableHandle(view, other),
  };
}

export function fromTable({ name, alias }: TableHandle): FromTable {
  return alias === undefined ? { kind: 'table', name } : { kind: 'table', name, alias };
}
