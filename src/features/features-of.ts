// The features that a statement uses, found by walking it. Fingerprints, the ledger and the generator's own test
// are made from this list.

import { affinityOfType } from '../sql/affinity.ts';
import type {
  Assignment,
  ColumnDefinition,
  CreateIndex,
  CreateTable,
  IndexedColumn,
  Insert,
  Statement,
  TableConstraint,
  Upsert,
} from '../sql/ast.ts';
import { type FeatureId, isFeatureId } from './catalogue.ts';
import {
  type Walk,
  walkExpression,
  walkFrom,
  walkReturning,
  walkSelect,
  within,
} from './query-features-of.ts';

/** In the order of their first appearance, without repetition. */
export function featuresOf(statement: Statement): FeatureId[] {
  const used = new Set<FeatureId>();
  ofStatement(statement, { used, levels: [] }, (id) => used.add(id));
  return [...used];
}

type Add = (id: FeatureId) => void;

function ofStatement(statement: Statement, walk: Walk, add: Add): void {
  switch (statement.kind) {
    case 'select':
      walkSelect(walk, statement);
      break;
    case 'createTable':
      ofCreateTable(statement, walk, add);
      break;
    case 'createTableAs':
      add('createTable.as');
      if (statement.ifNotExists) add('createTable.ifNotExists');
      walkSelect(walk, statement.select);
      break;
    case 'createIndex':
      ofCreateIndex(statement, walk, add);
      break;
    case 'createView':
      add('createView');
      if (statement.ifNotExists) add('createView.ifNotExists');
      if (statement.columns) add('createView.columns');
      walkSelect(walk, statement.select);
      break;
    case 'drop':
      add(`drop.${statement.what.toLowerCase()}` as FeatureId);
      if (statement.ifExists) add('drop.ifExists');
      break;
    case 'alterTable':
      add(`alter.${statement.action.kind}`);
      if (statement.action.kind === 'addColumn') ofColumn(statement.action.column, false, walk, add);
      break;
    case 'insert':
      ofInsert(statement, walk, add);
      break;
    case 'update':
      add('update');
      if (statement.alias) add('update.alias');
      if (statement.conflict) add(`conflict.${statement.conflict}`);
      within(walk, [statement.alias ?? statement.table], () => {
        if (statement.from) {
          add('update.from');
          walkFrom(walk, statement.from);
        }
        for (const assignment of statement.set) ofAssignment(assignment, walk, add);
        if (statement.where) {
          add('update.where');
          walkExpression(walk, statement.where);
        }
        walkReturning(walk, statement.returning);
      });
      break;
    case 'delete':
      add('delete');
      if (statement.alias) add('delete.alias');
      within(walk, [statement.alias ?? statement.table], () => {
        if (statement.where) {
          add('delete.where');
          walkExpression(walk, statement.where);
        }
        walkReturning(walk, statement.returning);
      });
      break;
    case 'begin':
      add('begin');
      if (statement.mode) add(`begin.${statement.mode}`);
      break;
    case 'pragma': {
      const id = `pragma.${statement.name}`;
      add(isFeatureId(id) ? id : 'pragma.other');
      break;
    }
    case 'raw':
      add('statement.raw');
      break;
    default:
      add(statement.kind);
  }
}

function ofCreateTable(statement: CreateTable, walk: Walk, add: Add): void {
  add('createTable');
  if (statement.ifNotExists) add('createTable.ifNotExists');
  if (statement.strict) add('createTable.strict');
  if (statement.withoutRowid) add('createTable.withoutRowid');
  for (const column of statement.columns) ofColumn(column, statement.withoutRowid ?? false, walk, add);
  for (const constraint of statement.constraints ?? []) {
    ofConstraint(constraint, walk, add);
    if (isRowidAlias(constraint, statement)) add('column.rowidAlias');
  }
}

/** PRIMARY KEY (x) of one INTEGER column is the rowid, even if it says DESC. */
function isRowidAlias(constraint: TableConstraint, { columns, withoutRowid }: CreateTable): boolean {
  if (constraint.kind !== 'primaryKey' || constraint.columns.length !== 1 || withoutRowid) return false;
  const { expression } = constraint.columns[0];
  const column = columns.find(({ name }) => expression.kind === 'column' && name === expression.name);
  return column?.type?.toUpperCase() === 'INTEGER';
}

function ofColumn(column: ColumnDefinition, withoutRowid: boolean, walk: Walk, add: Add): void {
  const { primaryKey, generated } = column;
  add(typeFeature(column.type));
  if (primaryKey) {
    const alias = !withoutRowid && column.type?.toUpperCase() === 'INTEGER' && !primaryKey.descending;
    add(alias ? 'column.rowidAlias' : 'column.primaryKey');
    if (primaryKey.descending) add('column.primaryKeyDescending');
    if (primaryKey.autoincrement) add('column.autoincrement');
  }
  if (column.notNull) add('column.notNull');
  if (column.unique) add('column.unique');
  if (primaryKey?.conflict || column.notNull?.conflict || column.unique?.conflict)
    add('constraint.onConflict');
  if (column.default) {
    add(column.default.kind === 'literal' ? 'column.default' : 'column.defaultExpression');
    walkExpression(walk, column.default);
  }
  if (column.check) {
    add('column.check');
    walkExpression(walk, column.check);
  }
  if (column.collate) add('column.collate');
  if (generated) {
    add(generated.stored ? 'column.generatedStored' : 'column.generatedVirtual');
    walkExpression(walk, generated.expression);
  }
}

/** The feature that a declared type stands for. */
export function typeFeature(type: string | undefined): FeatureId {
  if (type === undefined || type === '') return 'type.none';
  if (type.toUpperCase() === 'ANY') return 'type.any';
  return `type.${affinityOfType(type)}` as FeatureId;
}

function ofConstraint(constraint: TableConstraint, walk: Walk, add: Add): void {
  add(`constraint.${constraint.kind}`);
  switch (constraint.kind) {
    case 'check':
      walkExpression(walk, constraint.expression);
      break;
    case 'foreignKey':
      if (constraint.onDelete) add('foreignKey.onDelete');
      if (constraint.onUpdate) add('foreignKey.onUpdate');
      break;
    default:
      if (constraint.conflict) add('constraint.onConflict');
      ofIndexedColumns(constraint.columns, walk, add);
  }
}

function ofCreateIndex(statement: CreateIndex, walk: Walk, add: Add): void {
  add('createIndex');
  if (statement.ifNotExists) add('createIndex.ifNotExists');
  if (statement.unique) add('createIndex.unique');
  if (statement.columns.length > 1) add('createIndex.composite');
  ofIndexedColumns(statement.columns, walk, add);
  if (statement.where) {
    add('createIndex.partial');
    walkExpression(walk, statement.where);
  }
}

function ofIndexedColumns(columns: readonly IndexedColumn[], walk: Walk, add: Add): void {
  for (const column of columns) {
    if (column.expression.kind !== 'column') add('createIndex.expression');
    if (column.collation) add('createIndex.collate');
    if (column.descending) add('createIndex.descending');
    walkExpression(walk, column.expression);
  }
}

function ofInsert(statement: Insert, walk: Walk, add: Add): void {
  add('insert');
  if (statement.columns) add('insert.columns');
  if (statement.conflict) add(`conflict.${statement.conflict}`);
  const { source } = statement;
  if (source.kind === 'select') {
    add('insert.select');
    walkSelect(walk, source.select);
  } else if (source.kind === 'values') {
    if (source.rows.length > 1) add('insert.rows');
    for (const row of source.rows) {
      if (!('draw' in row)) for (const value of row) walkExpression(walk, value);
    }
  } else add('insert.defaultValues');
  within(walk, [statement.table, 'excluded'], () => {
    if ((statement.upsert?.length ?? 0) > 1) add('upsert.several');
    for (const upsert of statement.upsert ?? []) ofUpsert(upsert, walk, add);
    walkReturning(walk, statement.returning);
  });
}

function ofUpsert(upsert: Upsert, walk: Walk, add: Add): void {
  add(upsert.set ? 'upsert.doUpdate' : 'upsert.doNothing');
  if (upsert.target) {
    add('upsert.target');
    for (const column of upsert.target.columns) walkExpression(walk, column.expression);
    if (upsert.target.where) {
      add('upsert.targetWhere');
      walkExpression(walk, upsert.target.where);
    }
  }
  for (const assignment of upsert.set ?? []) ofAssignment(assignment, walk, add);
  if (upsert.where) {
    add('upsert.where');
    walkExpression(walk, upsert.where);
  }
}

function ofAssignment(assignment: Assignment, walk: Walk, add: Add): void {
  if (assignment.columns.length > 1) add('update.rowAssignment');
  walkExpression(walk, assignment.value);
}
