// ALTER TABLE: rename a table or a column, add and drop columns, with what SQLite refuses. A view that reads the
// table makes renaming unknown, since SQLite rewrites the view's text.

import type {
  AlterTable,
  ColumnDefinition,
  ColumnReference,
  Expression,
  IndexedColumn,
} from '../../../../sql/ast.ts';
import { mapColumns, type Row, type SqlValue } from '../../../../sql/index.ts';
import { truth } from '../../evaluate/convert.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { printExpression } from '../../print/print.ts';
import { compareNames, findTable, findView, type Snapshot, withTable } from '../database.ts';
import { entriesOf, fromSorted, put, remove, valuesOf } from '../persistent-map.ts';
import { compileSelect } from '../query/select.ts';
import { createContext, type StatementContext } from '../query/statement-context.ts';
import {
  type Column,
  type Key,
  type RowKey,
  requireContents,
  type Table,
  type TableSchema,
} from '../table.ts';
import { computeGenerated } from '../write/constraints.ts';
import { targetTable } from '../write/target.ts';
import { compiledTable, defaultOf, storeValue } from './compile-table.ts';
import { defineColumn } from './define-table.ts';
import { checkName, holderOfName } from './names.ts';

export function alterTable(statement: AlterTable, context: StatementContext): Snapshot {
  const table = alteredTable(statement, context);
  const { action } = statement;
  // SQLite reads all triggers again, rewrites those that it must, and refuses if one makes no sense any more.
  if (action.kind !== 'addColumn' && context.snapshot.triggers !== undefined)
    throw new Unknown('alter with a trigger');
  switch (action.kind) {
    case 'renameTable':
      return renameTable(table, action.to, context);
    case 'renameColumn':
      return renameColumn(table, action.column, action.to, context);
    case 'addColumn':
      return withTable(context.snapshot, addColumn(table, action.column, context));
    case 'dropColumn':
      return dropColumn(table, action.column, context);
  }
}

function alteredTable(statement: AlterTable, context: StatementContext): Table {
  const name = statement.table;
  if (findTable(context.snapshot, name) === undefined && findView(context.snapshot, name) !== undefined) {
    throw new Refusal('other', `view ${name} may not be altered`);
  }
  return targetTable(context, name);
}

// What SQLite finds out while preparing comes before the question of locks; from `context.started` on it is found out
// while running.

function renameTable(table: Table, to: string, context: StatementContext): Snapshot {
  const { snapshot } = context;
  const { schema } = table;
  if (holderOfName(snapshot, to) !== undefined) {
    throw new Refusal('other', `there is already another table or index with this name: ${to}`);
  }
  checkName(to);
  context.started = true;
  if (viewsReading(snapshot, schema.name)) throw new Unknown('alter with a view');
  if (hasForeignKeys(snapshot)) throw new Unknown('alter with a foreign key');
  const next: TableSchema = {
    ...renamedIn({ ...schema, indexes: schema.indexes.map((index) => ({ ...index, table: to })) }, (node) =>
      node.table?.toLowerCase() === schema.name.toLowerCase() ? { ...node, table: to } : node,
    ),
    name: to,
  };
  let { indexes } = snapshot;
  for (const index of schema.indexes)
    indexes = put(indexes, index.name.toLowerCase(), to.toLowerCase(), compareNames);
  const without = remove(snapshot.tables, schema.name.toLowerCase(), compareNames);
  return withTable({ ...snapshot, tables: without, indexes }, { ...table, schema: next });
}

function renameColumn(table: Table, from: string, to: string, context: StatementContext): Snapshot {
  const { snapshot } = context;
  const { schema } = table;
  const position = positionOf(schema, from);
  context.started = true;
  if (viewsReading(snapshot, schema.name)) throw new Unknown('alter with a view');
  if (hasForeignKeys(snapshot)) throw new Unknown('alter with a foreign key');
  // SQLite loses its own name for a column of such a table's primary key that is declared in another key too.
  if (schema.withoutRowid && schema.columns[position].primaryKey) throw new Unknown('rename of a key column');
  const lower = to.toLowerCase();
  if (schema.columns.some((column, i) => i !== position && column.name.toLowerCase() === lower)) {
    throw new Refusal('other', `duplicate column name: ${to}`);
  }
  const old = from.toLowerCase();
  const rename = (node: ColumnReference) => (node.name.toLowerCase() === old ? { ...node, name: to } : node);
  const renamed = renamedIn(schema, rename);
  const next: TableSchema = {
    ...renamed,
    columns: renamed.columns.map((column, i) => (i === position ? { ...column, name: to } : column)),
    checks: renamed.checks.map((check) => (check.column === old ? { ...check, column: lower } : check)),
  };
  return withTable(snapshot, { ...table, schema: next });
}

/** The schema with every column reference in its expressions replaced. */
function renamedIn(schema: TableSchema, rename: (column: ColumnReference) => ColumnReference): TableSchema {
  const replaced = (expression: Expression) => mapColumns(expression, rename);
  const indexed = ({ columns, where }: { columns: readonly IndexedColumn[]; where?: Expression }) => ({
    columns: columns.map((column) => ({ ...column, expression: replaced(column.expression) })),
    where: where && replaced(where),
  });
  return {
    ...schema,
    columns: schema.columns.map((column) =>
      column.expression === undefined ? column : { ...column, expression: replaced(column.expression) },
    ),
    checks: schema.checks.map((check) => ({ ...check, expression: replaced(check.expression) })),
    keys: schema.keys.map((key) => ({ ...key, ...indexed(key) })),
    indexes: schema.indexes.map((index) => ({ ...index, ...indexed(index) })),
  };
}

function positionOf(schema: TableSchema, name: string): number {
  const lower = name.toLowerCase();
  const position = schema.columns.findIndex((column) => column.name.toLowerCase() === lower);
  if (position < 0) throw new Refusal('other', `no such column: "${name}"`);
  return position;
}

function addColumn(table: Table, definition: ColumnDefinition, context: StatementContext): Table {
  const { schema } = table;
  const lower = definition.name.toLowerCase();
  if (schema.columns.some((column) => column.name.toLowerCase() === lower)) {
    throw new Refusal('other', `duplicate column name: ${definition.name}`);
  }
  if (definition.primaryKey !== undefined) throw new Refusal('other', 'Cannot add a PRIMARY KEY column');
  if (definition.unique !== undefined) throw new Refusal('other', 'Cannot add a UNIQUE column');
  context.started = true;
  const isBeyondRecords = schema.withoutRowid && table.rows !== undefined;
  const column = {
    ...defineColumn(definition, schema.strict, false, false, schema.withoutRowid),
    ...(isBeyondRecords ? { isBeyondRecords } : {}),
  };
  requireContents(table);
  if (table.rows !== undefined) checkAddable(column);
  const next = withColumn(schema, column, definition.check);
  const compiled = compiledTable(next);
  const position = schema.columns.length;
  const value = column.generated ? null : storeValue(defaultOf(next, position), column.affinity);
  if (column.strictType !== undefined && value !== null) throw new Unknown('default in a STRICT table');
  // Some plans of SQLite read the integer as it was written from rows that were there before, others the real.
  if (
    column.affinity === 'real' &&
    column.default?.kind === 'literal' &&
    typeof column.default.value === 'bigint'
  ) {
    if (BigInt(Number(column.default.value)) !== column.default.value)
      throw new Unknown('integer as the default of a real');
  }
  // Rows that are there get the text of the number as it was written.
  if (typeof value === 'string' && column.default !== undefined && isNumber(column.default)) {
    if (printExpression(column.default) !== value) throw new Unknown('number as the default of a text');
  }
  const entries = entriesOf(table.rows).map(([key, row]): [RowKey, Row] => {
    const extended: SqlValue[] = [...row.slice(0, position), value, ...row.slice(position)];
    computeGenerated({ schema: next, compiled }, extended);
    if (column.notNull && extended[position] === null)
      throw new Refusal('other', 'NOT NULL constraint failed');
    if (compiled.checks.some((check) => truth(check({ row: extended })) === false)) {
      // In a transaction SQLite forgets to take the column back.
      if (context.inTransaction) throw new Unknown('a CHECK that ADD COLUMN breaks in a transaction');
      throw new Refusal('other', 'CHECK constraint failed');
    }
    return [key, extended];
  });
  return { ...table, schema: next, rows: fromSorted(entries) };
}

function isNumber(expression: Expression): boolean {
  return (
    expression.kind === 'literal' &&
    (typeof expression.value === 'number' || typeof expression.value === 'bigint')
  );
}

/** What a table that has rows already cannot get. */
function checkAddable(column: Column): void {
  if (column.generated) {
    if (column.stored) throw new Refusal('other', 'cannot add a STORED column');
    return;
  }
  const { default: value } = column;
  const isNull = value === undefined || (value.kind === 'literal' && value.value === null);
  if (column.notNull && isNull)
    throw new Refusal('other', 'Cannot add a NOT NULL column with default value NULL');
  // A text with NUL is spelt with a function.
  const spelt = value?.kind === 'literal' && typeof value.value === 'string' && value.value.includes('\0');
  if (value === undefined || (value.kind === 'literal' && !spelt) || value.kind === 'boolean') return;
  if (value.kind === 'hex' || value.kind === 'unary' || value.kind === 'cast')
    throw new Unknown('default that may be constant');
  throw new Refusal('other', 'Cannot add a column with non-constant default');
}

function withColumn(schema: TableSchema, column: Column, check: Expression | undefined): TableSchema {
  const own = check === undefined ? [] : [{ expression: check, column: column.name.toLowerCase() }];
  return { ...schema, columns: [...schema.columns, column], checks: [...schema.checks, ...own] };
}

function dropColumn(table: Table, name: string, context: StatementContext): Snapshot {
  const { snapshot } = context;
  const { schema } = table;
  const position = positionOf(schema, name);
  const lower = name.toLowerCase();
  const column = schema.columns[position];
  if (column.primaryKey) throw new Refusal('other', `cannot drop PRIMARY KEY column: "${name}"`);
  if (schema.keys.some((key) => key.index === undefined && key.positions!.includes(position))) {
    throw new Refusal('other', `cannot drop UNIQUE column: "${name}"`);
  }
  if (schema.columns.length === 1)
    throw new Refusal('other', `cannot drop column "${name}": no other columns exist`);
  context.started = true;
  if (schema.foreignKeys.length > 0 || hasForeignKeys(snapshot))
    throw new Unknown('alter with a foreign key');
  viewsReading(snapshot, schema.name);
  const columns = schema.columns.filter((_, i) => i !== position);
  if (columns.every((other) => other.generated)) throw new Unknown('drop of the last stored column');
  const shifted = (at: number) => (at > position ? at - 1 : at);
  const keys = schema.keys.map((key): Key => {
    const { positions } = key;
    if (positions?.includes(position))
      throw new Refusal('other', `error in index ${key.index} after drop column`);
    return positions === undefined ? key : { ...key, positions: positions.map(shifted) };
  });
  const next: TableSchema = {
    ...schema,
    columns,
    keys,
    checks: schema.checks.filter((check) => check.column !== lower),
    rowidAlias: schema.rowidAlias < 0 ? -1 : shifted(schema.rowidAlias),
  };
  // Compiling finds out whether anything still refers to the column.
  compiledTable(next);
  const rows = fromSorted(
    entriesOf(table.rows).map(([key, row]): [RowKey, Row] => [key, row.filter((_, i) => i !== position)]),
  );
  const altered = withTable(snapshot, { ...table, schema: next, rows });
  viewsReading(altered, schema.name);
  return altered;
}

/** Whether a view reads the table. SQLite refuses to alter anything while some view is broken. */
function viewsReading(snapshot: Snapshot, table: string): boolean {
  let reading = false;
  for (const view of valuesOf(snapshot.views)) {
    const context = createContext(snapshot);
    try {
      compileSelect(view.select, undefined, undefined, context);
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal('other', `error in view ${view.name}`);
      throw error;
    }
    if (context.reads.has(table.toLowerCase())) reading = true;
  }
  return reading;
}

function hasForeignKeys(snapshot: Snapshot): boolean {
  return valuesOf(snapshot.tables).some((table) => table.schema.foreignKeys.length > 0);
}
