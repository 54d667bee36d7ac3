// CREATE TABLE, CREATE TABLE AS, CREATE INDEX and CREATE VIEW.

import type {
  Collation,
  CreateIndex,
  CreateTable,
  CreateTableAs,
  CreateView,
  IndexedColumn,
} from '../../../../sql/ast.ts';
import { type Row, type SqlValue, sameRow } from '../../../../sql/index.ts';
import type { Affinity } from '../../../view.ts';
import { compile } from '../../evaluate/compile.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { compareNames, type Snapshot, withTable } from '../database.ts';
import { find, fromSorted, put, valuesOf } from '../persistent-map.ts';
import { columnsOfQuery } from '../query/from.ts';
import { runProbes } from '../query/probes.ts';
import { hasMixedAffinity } from '../query/query-column.ts';
import { compileSelect } from '../query/select.ts';
import { type StatementContext, scan, Undetermined } from '../query/statement-context.ts';
import {
  type Index,
  type Key,
  type RowKey,
  requireContents,
  rowKeyOf,
  type Table,
  type TableSchema,
} from '../table.ts';
import { readsAny } from '../undetermined-query.ts';
import { targetTable } from '../write/target.ts';
import { compiledTable, storeValue, tableScope } from './compile-table.ts';
import { collationOfIndexed, compareTuples, defineTable, insertKey } from './define-table.ts';
import { checkName, holderOfName } from './names.ts';

/** A snapshot after a schema statement; the same one if IF [NOT] EXISTS made it do nothing. */
export function createTable(statement: CreateTable, context: StatementContext): Snapshot {
  const { snapshot } = context;
  checkName(statement.name);
  if (exists(statement.name, statement.ifNotExists, snapshot)) return snapshot;
  const schema = defineTable(statement);
  compiledTable(schema);
  return withTable(snapshot, emptyTable(schema));
}

function emptyTable(schema: TableSchema): Table {
  return {
    schema,
    knowledge: 'exact',
    rowidsKnown: true,
    rows: undefined,
    uniques: schema.keys.map(() => undefined),
  };
}

function exists(name: string, ifNotExists: boolean | undefined, snapshot: Snapshot): boolean {
  const holder = holderOfName(snapshot, name);
  if (holder === undefined) return false;
  if (holder === 'index') throw new Refusal('other', `there is already an index named ${name}`);
  if (ifNotExists) return true;
  throw new Refusal('other', `${holder} ${name} already exists`);
}

/** The declared types that SQLite gives to columns of these affinities. */
const TYPES: Record<Affinity, string> = {
  integer: 'INT',
  real: 'REAL',
  numeric: 'NUM',
  text: 'TEXT',
  blob: '',
  none: '',
};

export function createTableAs(statement: CreateTableAs, context: StatementContext): Snapshot {
  const { snapshot } = context;
  checkName(statement.name);
  if (exists(statement.name, statement.ifNotExists, snapshot)) return snapshot;
  const query = compileSelect(statement.select, undefined, undefined, context);
  if (query.mayRaise) throw new Undetermined('may raise');
  context.started = true;
  if (query.columns.some(hasMixedAffinity)) throw new Undetermined('column of a mixed compound');
  if (query.columns.some((column) => column.naming !== 'known')) throw new Unknown('column named by SQLite');
  const schema = defineTable({
    kind: 'createTable',
    name: statement.name,
    columns: columnsOfQuery(query).list.map(({ name, affinity }) => ({ name, type: TYPES[affinity] })),
  });
  const { ordered, undetermined } = query.run(undefined);
  if (undetermined) throw new Undetermined('LIMIT among ties');
  const entries = ordered.rows.map((row, i): [RowKey, Row] => {
    const values: SqlValue[] = row.map((value, at) => storeValue(value, schema.columns[at].affinity));
    values.push(BigInt(i + 1));
    return [BigInt(i + 1), values];
  });
  const rowidsKnown =
    ordered.rows.every((row) => sameRow(row, ordered.rows[0])) || ordered.ties.every((n) => n === 1);
  return withTable(snapshot, { ...emptyTable(schema), rows: fromSorted(entries), rowidsKnown });
}

export function createView(statement: CreateView, context: StatementContext): Snapshot {
  const { snapshot } = context;
  checkName(statement.name);
  if (exists(statement.name, statement.ifNotExists, snapshot)) return snapshot;
  const { name, columns, select } = statement;
  // By way of other views; all that follows views would go round in circles.
  if (readsAny(select, [name.toLowerCase()], snapshot)) throw new Unknown('a view that reads itself');
  return {
    ...snapshot,
    views: put(snapshot.views, name.toLowerCase(), { name, columns, select }, compareNames),
  };
}

export function createIndex(statement: CreateIndex, context: StatementContext): Snapshot {
  const { snapshot } = context;
  const { name } = statement;
  checkName(name);
  const table = targetTableOfIndex(statement, context);
  const holder = holderOfName(snapshot, name);
  if (holder === 'index') {
    if (statement.ifNotExists) return snapshot;
    throw new Refusal('other', `index ${name} already exists`);
  }
  if (holder !== undefined) throw new Refusal('other', `there is already a table named ${name}`);
  const { schema } = table;
  const index = defineIndex(statement, schema);
  const lower = schema.name.toLowerCase();
  const indexes = put(snapshot.indexes, name.toLowerCase(), lower, compareNames);
  const withIndex = { ...schema, indexes: [...schema.indexes, index] };
  if (!statement.unique) {
    const { probes } = compiledTable(withIndex);
    if (probes.length > 0) for (const row of scan(context, table)) runProbes(probes, { row });
    return { ...withTable(snapshot, { ...table, schema: withIndex }), indexes };
  }
  return { ...withTable(snapshot, withKey(table, withIndex, keyOfIndex(index, schema), context)), indexes };
}

function targetTableOfIndex(statement: CreateIndex, context: StatementContext): Table {
  try {
    return targetTable(context, statement.table);
  } catch (error) {
    if (error instanceof Refusal && error.class === 'other') {
      throw new Refusal('other', 'views may not be indexed');
    }
    throw error;
  }
}

function defineIndex(statement: CreateIndex, schema: TableSchema): Index {
  const scope = tableScope(schema);
  const collations = statement.columns.map((column): Collation => {
    const compiled = compile(column.expression, scope);
    return collationOfIndexed(column) ?? compiled.collation ?? 'BINARY';
  });
  if (statement.where !== undefined) compile(statement.where, scope);
  return {
    name: statement.name,
    table: schema.name,
    columns: statement.columns,
    unique: statement.unique ?? false,
    where: statement.where,
    collations,
  };
}

function keyOfIndex(index: Index, schema: TableSchema): Key {
  const positions = index.columns.map((column) => plainPosition(column, schema));
  return {
    kind: 'unique',
    columns: index.columns,
    collations: index.collations,
    positions: positions.includes(-1) ? undefined : positions,
    where: index.where,
    index: index.name,
    compare: compareTuples(index.collations, index.columns),
  };
}

function plainPosition({ expression }: IndexedColumn, schema: TableSchema): number {
  if (expression.kind === 'collate') return plainPosition({ expression: expression.operand }, schema);
  if (expression.kind !== 'column') return -1;
  const name = expression.name.toLowerCase();
  return schema.columns.findIndex((column) => column.name.toLowerCase() === name);
}

/** Adds a unique key to a table, or refuses since rows are equal under it. */
function withKey(table: Table, schema: TableSchema, key: Key, context: StatementContext): Table {
  requireContents(table);
  context.started = true;
  const keys = [...schema.keys];
  insertKey(keys, key);
  const primary = schema.primaryKey < 0 ? -1 : keys.indexOf(schema.keys[schema.primaryKey]);
  const next: TableSchema = { ...schema, keys, primaryKey: primary };
  const compiled = compiledTable(next);
  const at = keys.indexOf(key);
  let unique: Table['uniques'][number];
  for (const row of valuesOf(table.rows)) {
    runProbes(compiled.probes, { row });
    const values = compiled.keyValues[at](row);
    if (values === undefined) continue;
    if (find(unique, values, key.compare) !== undefined) {
      throw new Refusal('constraint', `UNIQUE constraint failed: index ${key.index}`, 'unique');
    }
    unique = put(unique, values, rowKeyOf(schema, row), key.compare);
  }
  const uniques = keys.map((other) => (other === key ? unique : table.uniques[schema.keys.indexOf(other)]));
  return { ...table, schema: next, uniques };
}
