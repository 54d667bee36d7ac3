// The features of statements that create or change tables, indexes and views.

import type {
  AlterTable,
  ColumnDefinition,
  CreateIndex,
  CreateTable,
  IndexedColumn,
  TableConstraint,
} from '../../../sql/ast.ts';
import { columnsIn } from '../../../sql/index.ts';
import { affinityOfType } from '../affinity.ts';
import type { FeatureId } from './catalogue.ts';
import { walkCollation, walkExpression } from './expression-features-of.ts';
import { add, at, tableNamed, type Walk } from './walk.ts';

export function walkCreateTable(outer: Walk, statement: CreateTable): void {
  const walk = at(outer, 'Schema');
  const { columns, constraints = [], strict, withoutRowid } = statement;
  add(walk, 'createTable');
  if (walk.schema.inTransaction) add(walk, 'transaction.createTable');
  if (statement.ifNotExists) add(walk, 'createTable.ifNotExists');
  if (strict) add(walk, 'createTable.strict');
  for (const column of columns) walkColumn(walk, column, withoutRowid ?? false);
  for (const constraint of constraints) {
    walkConstraint(walk, constraint);
    if (isRowidAlias(constraint, statement)) {
      add(walk, 'column.rowidAlias');
      add(walk, 'rowidAlias.constraint');
    }
  }
  if (withoutRowid) walkWithoutRowid(walk, statement);
  if (columns.some(({ generated }) => generated !== undefined)) walkGenerated(walk, statement);
}

function walkWithoutRowid(walk: Walk, { columns, constraints = [], strict }: CreateTable): void {
  const key = keyOf(columns, constraints);
  add(walk, 'createTable.withoutRowid');
  if (strict) add(walk, 'withoutRowid.strict');
  if (key.length > 1) add(walk, 'withoutRowid.composite');
  if (key.some((name, i) => name !== columns[i].name)) {
    add(walk, 'withoutRowid.notFirst');
    if (columns.some(({ notNull }) => notNull !== undefined)) add(walk, 'withoutRowid.notFirst.notNull');
  }
  const isUnique =
    columns.some(({ unique }) => unique !== undefined) || constraints.some(({ kind }) => kind === 'unique');
  if (isUnique) add(walk, 'withoutRowid.unique');
}

function keyOf(columns: readonly ColumnDefinition[], constraints: readonly TableConstraint[]): string[] {
  for (const constraint of constraints) {
    if (constraint.kind !== 'primaryKey') continue;
    return constraint.columns.flatMap(({ expression }) =>
      expression.kind === 'column' ? [expression.name] : [],
    );
  }
  return columns.flatMap(({ name, primaryKey }) => (primaryKey ? [name] : []));
}

function walkGenerated(walk: Walk, { columns, constraints = [], strict, withoutRowid }: CreateTable): void {
  if (strict) add(walk, 'generated.strict');
  if (withoutRowid) add(walk, 'generated.withoutRowid');
  const isAlias = columns.some(({ primaryKey, type }) => primaryKey && type?.toUpperCase() === 'INTEGER');
  if (isAlias || constraints.some(({ kind }) => kind === 'primaryKey')) add(walk, 'generated.rowidAlias');
  const isChecked = columns.some(({ check }) => check) || constraints.some(({ kind }) => kind === 'check');
  if (isChecked) add(walk, 'generated.check');
}

/** PRIMARY KEY (x) of one INTEGER column is the rowid, even if it says DESC. */
function isRowidAlias(constraint: TableConstraint, { columns, withoutRowid }: CreateTable): boolean {
  if (constraint.kind !== 'primaryKey' || constraint.columns.length !== 1 || withoutRowid) return false;
  const { expression } = constraint.columns[0];
  const column = columns.find(({ name }) => expression.kind === 'column' && name === expression.name);
  return column?.type?.toUpperCase() === 'INTEGER';
}

function walkColumn(walk: Walk, column: ColumnDefinition, withoutRowid: boolean): void {
  const { primaryKey, notNull, unique, generated } = column;
  add(walk, typeFeature(column.type));
  if (primaryKey) {
    const alias = !withoutRowid && column.type?.toUpperCase() === 'INTEGER' && !primaryKey.descending;
    add(walk, alias ? 'column.rowidAlias' : 'column.primaryKey');
    if (primaryKey.descending) add(walk, 'column.primaryKeyDescending');
    if (primaryKey.autoincrement) add(walk, 'column.autoincrement');
    if (primaryKey.conflict) add(walk, 'primaryKey.onConflict');
  }
  if (notNull) add(walk, 'column.notNull');
  if (notNull?.conflict) add(walk, 'notNull.onConflict');
  if (unique) add(walk, 'column.unique');
  for (const part of [primaryKey, notNull, unique]) walkConflict(walk, part?.conflict);
  if (column.default) {
    add(walk, column.default.kind === 'literal' ? 'column.default' : 'column.defaultExpression');
    walkExpression(walk, column.default);
  }
  if (column.check) {
    add(walk, 'column.check');
    walkExpression(walk, column.check);
  }
  if (column.collate) {
    add(walk, 'column.collate');
    walkCollation(walk, column.collate);
  }
  if (generated) {
    add(walk, generated.stored ? 'column.generatedStored' : 'column.generatedVirtual');
    walkExpression(walk, generated.expression);
  }
}

/** The feature that a declared type stands for. */
export function typeFeature(type: string | undefined): FeatureId {
  if (type === undefined || type === '') return 'type.none';
  if (type.toUpperCase() === 'ANY') return 'type.any';
  return `type.${affinityOfType(type)}` as FeatureId;
}

function walkConflict(walk: Walk, conflict: NonNullable<ColumnDefinition['unique']>['conflict']): void {
  if (!conflict) return;
  add(walk, 'constraint.onConflict');
  add(walk, `constraint.onConflict.${conflict}`);
}

function walkConstraint(walk: Walk, constraint: TableConstraint): void {
  add(walk, `constraint.${constraint.kind}`);
  switch (constraint.kind) {
    case 'check':
      walkExpression(walk, constraint.expression);
      break;
    case 'foreignKey':
      if (constraint.onDelete) add(walk, 'foreignKey.onDelete');
      if (constraint.onUpdate) add(walk, 'foreignKey.onUpdate');
      if ([constraint.onDelete, constraint.onUpdate].includes('CASCADE')) add(walk, 'foreignKey.cascade');
      break;
    default:
      walkConflict(walk, constraint.conflict);
      if (constraint.kind === 'primaryKey' && constraint.conflict) add(walk, 'primaryKey.onConflict');
      if (constraint.columns.some(({ descending }) => descending)) add(walk, 'constraint.descending');
      walkIndexedColumns(walk, constraint.columns);
  }
}

export function walkCreateIndex(outer: Walk, statement: CreateIndex): void {
  const walk = at(outer, 'Schema');
  const table = tableNamed(walk, statement.table);
  add(walk, 'createIndex');
  if (statement.ifNotExists) add(walk, 'createIndex.ifNotExists');
  if (statement.unique) add(walk, 'createIndex.unique');
  if (statement.columns.length > 1) add(walk, 'createIndex.composite');
  if (table?.withoutRowid) add(walk, 'withoutRowid.index');
  if (table?.columns.some(({ generated }) => generated)) add(walk, 'generated.index');
  walkIndexedColumns(walk, statement.columns);
  if (statement.where) {
    add(walk, 'createIndex.partial');
    if (statement.unique) add(walk, 'createIndex.partialUnique');
    if (columnsIn(statement.where).some(({ table: name }) => name !== undefined))
      add(walk, 'createIndex.partial.qualified');
    walkExpression(walk, statement.where);
  }
}

function walkIndexedColumns(walk: Walk, columns: readonly IndexedColumn[]): void {
  for (const column of columns) {
    if (column.expression.kind !== 'column') {
      add(walk, 'createIndex.expression');
      if (columnsIn(column.expression).length === 0) add(walk, 'createIndex.constant');
    }
    if (column.collation) {
      add(walk, 'createIndex.collate');
      walkCollation(walk, column.collation);
    }
    if (column.descending) add(walk, 'createIndex.descending');
    walkExpression(walk, column.expression);
  }
}

export function walkAlterTable(walk: Walk, { table: name, action }: AlterTable): void {
  add(walk, `alter.${action.kind}`);
  if (action.kind === 'addColumn') {
    walkColumn(at(walk, 'Schema'), action.column, false);
    const standard = action.column.default;
    const isNegative = standard?.kind === 'literal' && /^-/.test(String(standard.value));
    if (isNegative) add(walk, 'alter.addColumn.negativeDefault');
    if (standard?.kind === 'literal' && typeof standard.value === 'number')
      add(walk, 'alter.addColumn.realDefault');
    if (action.column.notNull) add(walk, 'alter.addColumn.notNull');
    if (action.column.collate) add(walk, 'alter.addColumn.collate');
    if (action.column.check) add(walk, 'alter.addColumn.check');
  }
  const table = tableNamed(walk, name);
  if (table === undefined) return;
  if (table.strict) add(walk, 'alter.strict');
  if (table.withoutRowid) add(walk, 'withoutRowid.alter');
  if (table.columns.some(({ generated }) => generated)) add(walk, 'generated.alter');
  if (table.checks !== undefined && table.checks.length > 0) add(walk, 'alter.checked');
  if (table.indexes.length > 0) add(walk, 'alter.indexed');
  const isPlain = ({ columns, where }: (typeof table.indexes)[number]) =>
    where === undefined && columns.every(({ expression }) => expression.kind === 'column');
  if (!table.indexes.every(isPlain)) add(walk, 'alter.expressionIndexed');
  if (walk.schema.views.some(({ reads }) => reads === undefined || reads.includes(name)))
    add(walk, 'alter.viewed');
}
