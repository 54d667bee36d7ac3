// What names stand for while an instance of a property is drawn.

import {
  type DatabaseHandle,
  type DrawnRow,
  type Insertable,
  Misplaced,
  type Query,
  query,
  type RowHandle,
  type RowsHandle,
  type TableHandle,
} from '../property/index.ts';
import type { ColumnReference, Expression, Statement } from '../sql/ast.ts';
import type { Kind } from './kinds.ts';

export interface TableValue {
  readonly is: 'table';
  /** As it was when it got its name. */
  readonly handle: TableHandle;
}

export interface RowValue {
  readonly is: 'row';
  readonly table: TableValue;
  /** Of a row that was drawn, for INSERT. */
  readonly drawn?: DrawnRow;
  /** From its INSERT on, the row as it was stored. */
  handle: RowHandle;
  /** The columns of the handle, in the order of its values. */
  columns: readonly string[];
}

export type Value =
  | TableValue
  | RowValue
  | { readonly is: 'column'; readonly column: ColumnReference; readonly table: TableValue }
  | { readonly is: 'part'; readonly row: RowValue; readonly column: ColumnReference }
  | { readonly is: 'expression'; readonly expression: Expression }
  | { readonly is: 'query'; readonly query: Query; readonly width?: number }
  | { readonly is: 'statement'; readonly statement: Statement }
  | { readonly is: 'result'; readonly rows: RowsHandle }
  | { readonly is: 'number'; readonly number: number }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'tuple'; readonly parts: readonly Value[] };

/** The table as it is now: statements change what the model knows of it. */
export function current({ handle }: TableValue, db: Pick<DatabaseHandle, 'readable'>): TableHandle {
  const now = db.readable.find(({ name }) => name === handle.name);
  // Its name can still be said when it is gone.
  if (now === undefined) return handle;
  return handle.alias === undefined ? now : now.as(handle.alias);
}

/** What stands in SQL for the value. */
export function insertable(name: string, value: Value, db: Pick<DatabaseHandle, 'readable'>): Insertable {
  switch (value.is) {
    case 'table':
      return current(value, db);
    case 'row':
      return value.drawn ?? value.handle;
    case 'column':
      return value.column;
    case 'part':
      return partHandle(value);
    case 'expression':
      return value.expression;
    case 'query':
      return value.query;
    case 'statement':
      return value.statement;
    case 'result':
      throw new Misplaced(
        name,
        `${name} is what a statement returned, and SQL is written before anything runs`,
      );
    case 'number':
      return value.number;
    case 'name':
      return value.name;
    case 'tuple':
      return value.parts.map((part) => insertable(name, part, db));
  }
}

/** A row of one column. */
export function partHandle({
  row,
  column,
}: {
  readonly row: RowValue;
  readonly column: ColumnReference;
}): RowHandle {
  const position = row.columns.indexOf(column.name);
  return {
    kind: 'rowHandle',
    row: { row: 'part', of: row.handle.row, columns: [Math.max(position, 0)] },
    table: { ...row.handle.table, columns: [column] },
  };
}

const COLUMN: ColumnReference = { kind: 'column', name: 'c0' };

const TABLE: TableHandle = {
  name: 't0',
  columns: [COLUMN],
  view: {
    name: 't0',
    knowledge: 'exact',
    columns: [],
    strict: false,
    withoutRowid: false,
    indexes: [],
    uniqueKeys: [],
    rowCount: 0,
    rowAt: () => [],
    rows: () => [],
  },
  as: () => TABLE,
  hiding: () => TABLE,
};

const ROW: RowValue = {
  is: 'row',
  table: { is: 'table', handle: TABLE },
  handle: { kind: 'rowHandle', row: { row: 'drawn', draw: 'd0' }, table: TABLE },
  columns: ['c0'],
};

const LITERAL: Expression = { kind: 'literal', value: 1n };

/** Something of the kind: whether it can stand where it stands does not depend on what is drawn. */
export function sampleOf(kind: Kind): Value {
  switch (kind.kind) {
    case 'table':
      return ROW.table;
    case 'column':
      return { is: 'column', column: COLUMN, table: ROW.table };
    case 'row':
      return kind.isDrawn ? { ...ROW, drawn: { ...ROW.handle, draw: 'd0', columns: ['c0'] } } : ROW;
    case 'part':
      return { is: 'part', row: ROW, column: COLUMN };
    case 'expression':
      return { is: 'expression', expression: LITERAL };
    case 'query': {
      const body = { kind: 'core', columns: [{ kind: 'expression', expression: LITERAL }] } as const;
      return { is: 'query', query: query({ kind: 'select', body }) };
    }
    case 'statement':
      return { is: 'statement', statement: { kind: 'commit' } };
    case 'result':
      return { is: 'result', rows: undefined as never };
    case 'number':
      return { is: 'number', number: 1 };
    case 'name':
      return { is: 'name', name: 'n0' };
    case 'tuple':
      return { is: 'tuple', parts: kind.parts.map(sampleOf) };
  }
}
