// INSERT, UPDATE, DELETE and the DDL that properties need.

import type { CreateTableAs, Delete, Drop, Expression, Insert, Update } from '../sql/ast.ts';
import type { DrawnRow } from './property.ts';
import type { Query } from './query.ts';
import type { TableHandle } from './table-handle.ts';

export function insert(table: TableHandle, row: DrawnRow): Insert {
  return {
    kind: 'insert',
    table: table.name,
    columns: row.columns,
    source: { kind: 'values', rows: [{ draw: row.draw }] },
  };
}

export function deleteFrom(table: TableHandle, where?: Expression): Delete {
  return { kind: 'delete', table: table.name, ...(where && { where }) };
}

export function update(table: TableHandle, column: string, value: Expression, where?: Expression): Update {
  return { kind: 'update', table: table.name, set: [{ columns: [column], value }], ...(where && { where }) };
}

export function createTableAs(name: string, { node }: Query): CreateTableAs {
  return { kind: 'createTableAs', name, select: node };
}

export function dropTable(name: string): Drop {
  return { kind: 'drop', what: 'TABLE', name };
}

export function dropIndex(name: string): Drop {
  return { kind: 'drop', what: 'INDEX', name };
}
