// The grammar of statements, and of what only statements are made of.

import type { InsertSource, Statement, TableConstraint } from '../ast.ts';
import { collation, sqlValue } from './expressions.ts';
import {
  dependent,
  drawOf,
  type Fields,
  flag,
  keyword,
  kindsOf,
  listOf,
  listOr,
  name,
  node,
  optional,
  type Sorts,
  text,
  type Variants,
  wholeListOf,
} from './field.ts';
import { select } from './queries.ts';

const conflict = optional(keyword('ABORT', 'FAIL', 'IGNORE', 'REPLACE', 'ROLLBACK'));
const returning = optional(listOf(node('resultColumn'), 1));
const columnNames = listOf(name('column'), 1);
const indexedColumns = listOf(node('indexedColumn'), 1);
const assignments = listOf(node('assignment'), 1);
const where = optional(node('expression'));
const common = optional(listOf(node('commonTable'), 1));

export const statements = {
  select,
  createTable: {
    schema: optional(name('database')),
    name: name('table'),
    ifNotExists: optional(flag),
    columns: listOf(node('columnDefinition'), 1),
    constraints: optional(listOf(node('constraint'))),
    strict: optional(flag),
    withoutRowid: optional(flag),
  },
  createTableAs: { name: name('table'), ifNotExists: optional(flag), select: node('select') },
  createIndex: {
    name: name('index'),
    ifNotExists: optional(flag),
    table: name('table'),
    columns: indexedColumns,
    unique: optional(flag),
    where,
  },
  createView: {
    name: name('table'),
    ifNotExists: optional(flag),
    columns: optional(columnNames),
    select: node('select'),
  },
  createTrigger: {
    name: name('trigger'),
    ifNotExists: optional(flag),
    timing: keyword('BEFORE', 'AFTER', 'INSTEAD OF'),
    event: keyword('INSERT', 'UPDATE', 'DELETE'),
    of: optional(columnNames),
    table: name('table'),
    when: optional(node('expression')),
    body: listOf(kindsOf('statement', 'insert', 'update', 'delete', 'select'), 1),
  },
  drop: {
    what: keyword('TABLE', 'INDEX', 'VIEW', 'TRIGGER'),
    name: name('object'),
    ifExists: optional(flag),
  },
  alterTable: { table: name('table'), action: node('alteration') },
  insert: {
    table: name('table'),
    columns: optional(columnNames),
    source: node('insertSource'),
    upsert: optional(listOf(node('upsert'))),
    conflict,
    returning,
  },
  update: {
    with: common,
    table: name('table'),
    alias: optional(name('table')),
    conflict,
    set: assignments,
    from: optional(node('from')),
    where,
    returning,
  },
  delete: { with: common, table: name('table'), alias: optional(name('table')), where, returning },
  begin: { mode: optional(keyword('DEFERRED', 'IMMEDIATE', 'EXCLUSIVE', 'CONCURRENT')) },
  commit: {},
  rollback: {},
  savepoint: { name: name('savepoint') },
  release: { name: name('savepoint') },
  rollbackTo: { name: name('savepoint') },
  // The value is a setting, or what the pragma is about.
  pragma: { name: text, value: dependent(name('object')), form: dependent(keyword('=', '(')) },
  analyze: { target: optional(name('object')) },
  reindex: { target: optional(name('object')) },
  vacuum: { into: optional(text) },
  attach: { file: text, name: name('database') },
  detach: { name: name('database') },
  raw: {
    sql: text,
    changes: wholeListOf(name('table')),
    reads: dependent(wholeListOf(name('table'))),
    redefines: dependent(wholeListOf(name('object'))),
    unbounded: dependent(flag),
    undetermined: dependent(flag),
    features: dependent(wholeListOf(text)),
    gives: dependent(wholeListOf(wholeListOf(sqlValue))),
    inOrder: dependent(flag),
  },
} satisfies Variants<Statement>;

export const columnDefinition = {
  name: name('column'),
  type: optional(text),
  notNull: optional(node('columnRule')),
  unique: optional(node('columnRule')),
  default: optional(node('expression')),
  collate: optional(collation),
  primaryKey: optional(node('columnKey')),
  check: optional(node('expression')),
  generated: optional(node('generated')),
} satisfies Fields<Sorts['columnDefinition']>;

export const columnKey = {
  descending: optional(flag),
  autoincrement: optional(flag),
  conflict,
} satisfies Fields<Sorts['columnKey']>;

export const columnRule = { conflict } satisfies Fields<Sorts['columnRule']>;

export const generated = {
  expression: node('expression'),
  stored: flag,
} satisfies Fields<Sorts['generated']>;

export const indexedColumn = {
  expression: node('expression'),
  collation: optional(collation),
  descending: optional(flag),
} satisfies Fields<Sorts['indexedColumn']>;

const key = { columns: indexedColumns, conflict };
export const FOREIGN_KEY_ACTIONS = ['NO ACTION', 'RESTRICT', 'SET NULL', 'SET DEFAULT', 'CASCADE'] as const;
const action = optional(keyword(...FOREIGN_KEY_ACTIONS));

export const constraints = {
  primaryKey: key,
  unique: key,
  check: { expression: node('expression') },
  foreignKey: {
    columns: columnNames,
    table: name('table'),
    references: wholeListOf(name('column'), 1),
    onDelete: action,
    onUpdate: action,
  },
} satisfies Variants<TableConstraint>;

export const alterations = {
  renameTable: { to: name('table') },
  renameColumn: { column: name('column'), to: name('column') },
  addColumn: { column: node('columnDefinition') },
  dropColumn: { column: name('column') },
} satisfies Variants<Sorts['alteration']>;

export const insertSources = {
  values: { rows: listOf(listOr(node('expression'), 1, node('drawnRow')), 1) },
  select: { select: node('select') },
  defaultValues: {},
} satisfies Variants<InsertSource>;

export const drawnRow = { draw: drawOf('row') } satisfies Fields<Sorts['drawnRow']>;

export const upsert = {
  target: optional(node('upsertTarget')),
  // Without it, DO NOTHING: another statement, not a smaller one.
  set: dependent(assignments),
  where,
} satisfies Fields<Sorts['upsert']>;

export const upsertTarget = { columns: indexedColumns, where } satisfies Fields<Sorts['upsertTarget']>;

export const assignment = {
  columns: columnNames,
  value: node('expression'),
} satisfies Fields<Sorts['assignment']>;
