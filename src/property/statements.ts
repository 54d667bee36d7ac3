// INSERT, UPDATE, DELETE and the DDL that properties need.

import type { CreateTableAs, Delete, Drop, Expression, Insert, Update } from '../sql/ast.ts';
import type { DrawnRow } from './property.ts';
import type { Query } from './query.ts';
import type { TableHandle } from './table-handle.ts';

/** INSERT of a drawn row. */
export function insert(table: TableHandle, row: DrawnRow): Insert {
  return {
    kind: 'insert',
    table: table.name,
    columns: row.columns,
    source: { kind: 'values', rows: [{ draw: row.draw }] },
  };
}

/** DELETE, of all rows without a condition. */
export function deleteFrom(table: TableHandle, where?: Expression): Delete {
  return { kind: 'delete', table: table.name, ...(where && { where }) };
}

/** UPDATE of one column, in all rows without a condition. */
export function update(table: TableHandle, column: string, value: Expression, where?: Expression): Update {
  return { kind: 'update', table: table.name, set: [{ columns: [column], value }], ...(where && { where }) };
}

/** CREATE TABLE AS: a table with the rows of a query. */
export function createTableAs(name: string, query: Query): CreateTableAs {
  return { kind: 'createTableAs', name, select: query.node };
}

/** DROP TABLE. */
export function dropTable(name: string): Drop {
  return { kind: 'drop', what: 'TABLE', name };
}

/** DROP INDEX. */
export function dropIndex(name: string): Drop {
  return { kind: 'drop', what: 'INDEX', name };
}
