// The features of INSERT, UPDATE and DELETE.

import type {
  Assignment,
  CommonTable,
  Delete,
  Expression,
  Insert,
  ResultColumn,
  Update,
  Upsert,
} from '../../../sql/ast.ts';
import { walkEach, walkExpression } from './expression-features-of.ts';
import { namesOf, walkFrom } from './from-features-of.ts';
import { walkCommon, walkResultColumns } from './select-features-of.ts';
import { add, at, coreFacts, isView, type KnownTable, tableNamed, type Walk, within } from './walk.ts';

export function walkInsert(walk: Walk, statement: Insert): void {
  const { source, conflict, upsert = [], returning } = statement;
  add(walk, 'insert');
  if (statement.columns) add(walk, 'insert.columns');
  if (conflict) add(walk, `conflict.${conflict}`);
  switch (source.kind) {
    case 'select':
      add(walk, 'insert.select');
      if (source.select.body.kind === 'compound') add(walk, 'insert.compound');
      if (conflict) add(walk, 'insert.orSelect');
      walk.select({ ...walk, role: 'insert' }, source.select);
      break;
    case 'values': {
      if (source.rows.length > 1) add(walk, 'insert.rows');
      const values = at(walk, 'Values');
      for (const row of source.rows) if (!('draw' in row)) walkEach(values, row);
      break;
    }
    case 'defaultValues':
      add(walk, 'insert.defaultValues');
      if (conflict) add(walk, 'insert.orDefaultValues');
  }
  const inside = within(walk, [statement.table, 'excluded']);
  if (upsert.length > 1) add(walk, 'upsert.several');
  if (upsert.length > 0 && conflict) add(walk, 'upsert.conflict');
  for (const clause of upsert) walkUpsert(at(inside, 'Upsert'), clause);
  walkReturning(inside, returning);
  if (returning && upsert.length > 0) add(walk, 'returning.upsert');
  const table = tableNamed(walk, statement.table);
  if (table === undefined) return;
  if (returning && hasSeveralAffinities(table)) add(walk, 'returning.affinity');
  walkInsertInto(walk, statement, table);
}

/** What depends on the table that the rows go to. */
function walkInsertInto(
  walk: Walk,
  { source, columns, conflict, upsert = [], returning }: Insert,
  table: KnownTable,
): void {
  const isUpsert = upsert.length > 0;
  if (table.withoutRowid) {
    if (isUpsert) add(walk, 'withoutRowid.upsert');
    if (upsert.some(({ target }) => target !== undefined)) add(walk, 'withoutRowid.upsert.target');
    if (conflict) add(walk, 'withoutRowid.conflict');
    if (returning) add(walk, 'withoutRowid.returning');
  }
  if (hasGenerated(table)) {
    if (columns === undefined && source.kind !== 'defaultValues') add(walk, 'generated.insertAll');
    if (source.kind === 'defaultValues') add(walk, 'generated.defaultValues');
    if (source.kind === 'select') add(walk, 'generated.insertSelect');
    if (isUpsert) add(walk, 'generated.upsert');
    if (conflict) add(walk, 'generated.conflict');
    if (returning) add(walk, 'generated.returning');
  }
  if (!isUpsert) return;
  if (table.uniqueKeys.length === 0) add(walk, 'upsert.noKey');
  if (source.kind === 'values' && source.rows.length > 1) add(walk, 'upsert.rows');
  for (const { target } of upsert) {
    const names =
      target?.columns.flatMap(({ expression }) => (expression.kind === 'column' ? [expression.name] : [])) ??
      [];
    if (names.length > 1) add(walk, 'upsert.composite');
    if (table.columns.some(({ name, rowidAlias }) => rowidAlias && names.includes(name)))
      add(walk, 'upsert.rowidAlias');
  }
}

const hasGenerated = (table: KnownTable): boolean => table.columns.some(({ generated }) => generated);

const hasSeveralAffinities = ({ columns }: KnownTable): boolean =>
  columns.some(({ affinity }) => affinity !== columns[0].affinity);

function walkUpsert(walk: Walk, { target, set, where }: Upsert): void {
  add(walk, set ? 'upsert.doUpdate' : 'upsert.doNothing');
  if (target) {
    add(walk, 'upsert.target');
    for (const column of target.columns) walkExpression(walk, column.expression);
    if (target.where) {
      add(walk, 'upsert.targetWhere');
      walkExpression(walk, target.where);
    }
  }
  for (const assignment of set ?? []) walkAssignment(walk, assignment);
  if (where) {
    add(walk, 'upsert.where');
    walkExpression(walk, where);
  }
}

function walkAssignment(walk: Walk, assignment: Assignment): void {
  if (assignment.columns.length > 1) {
    add(walk, 'update.rowAssignment');
    if (assignment.value.kind === 'scalar') add(walk, 'update.rowAssignment.subquery');
  }
  walkExpression(walk, assignment.value);
}

/** WITH in front of UPDATE or DELETE. */
function withCommon(walk: Walk, common: readonly CommonTable[] | undefined): Walk {
  if (common === undefined) return walk;
  add(walk, 'with');
  add(walk, 'with.update');
  if (common.length > 1) add(walk, 'with.several');
  const inside: Walk = { ...walk, common: [...walk.common, ...common.map(({ name }) => name)] };
  walkCommon({ ...inside, levels: [] }, common);
  return inside;
}

export function walkUpdate(outer: Walk, statement: Update): void {
  const { alias, conflict, from, returning } = statement;
  const names = [alias ?? statement.table, ...(from ? namesOf(from) : [])];
  const walk: Walk = { ...withCommon(within(outer, names), statement.with), core: coreFacts() };
  add(walk, 'update');
  if (alias) add(walk, 'update.alias');
  if (conflict) add(walk, `update.conflict.${conflict}`);
  if (from) {
    add(walk, 'update.from');
    if (alias) add(walk, 'update.fromAlias');
    if (from.kind === 'join') add(walk, 'update.fromJoin');
    if (from.kind === 'subquery' || (from.kind === 'table' && isView(walk, from.name)))
      add(walk, 'update.fromSubquery');
    if (returning) add(walk, 'update.fromReturning');
    walkFrom(walk, from);
  }
  for (const assignment of statement.set) walkAssignment(at(walk, 'Set'), assignment);
  if (statement.where) {
    add(walk, 'update.where');
    walkExpression(at(walk, 'UpdateWhere'), statement.where);
  }
  walkReturning(walk, returning);
  if (returning) add(walk, 'returning.update');
  const table = tableNamed(walk, statement.table);
  if (table === undefined) return;
  if (returning && hasSeveralAffinities(table)) add(walk, 'returning.affinity');
  const isSet = (name: string) => statement.set.some(({ columns }) => columns.includes(name));
  if (table.columns.some(({ name, rowidAlias }) => rowidAlias && isSet(name))) add(walk, 'update.key');
  if (table.withoutRowid) {
    add(walk, 'withoutRowid.update');
    if (table.columns.some(({ name, primaryKey }) => primaryKey && isSet(name)))
      add(walk, 'withoutRowid.updateKey');
  }
  if (hasGenerated(table)) {
    add(walk, 'generated.update');
    if (conflict) add(walk, 'generated.conflict');
  }
}

export function walkDelete(outer: Walk, statement: Delete): void {
  const target = within(outer, [statement.alias ?? statement.table]);
  const walk: Walk = { ...withCommon(target, statement.with), core: coreFacts() };
  add(walk, 'delete');
  if (statement.alias) add(walk, 'delete.alias');
  if (statement.where) {
    add(walk, 'delete.where');
    walkExpression(at(walk, 'DeleteWhere'), statement.where);
  }
  walkReturning(walk, statement.returning);
  if (statement.returning) add(walk, 'returning.delete');
  const table = tableNamed(walk, statement.table);
  if (statement.returning && table && hasSeveralAffinities(table)) add(walk, 'returning.affinity');
  if (table?.withoutRowid) add(walk, 'withoutRowid.delete');
  if (table && hasGenerated(table)) add(walk, 'generated.delete');
}

function walkReturning(walk: Walk, columns: readonly ResultColumn[] | undefined): void {
  if (!columns) return;
  add(walk, 'returning');
  if (columns.some(({ kind }) => kind === 'expression')) add(walk, 'returning.expression');
  if (columns.some((column) => column.kind === 'expression' && !isSimple(column.expression)))
    add(walk, 'returning.computed');
  const inside: Walk = { ...walk, core: coreFacts() };
  walkResultColumns(inside, columns);
  if (inside.core.subqueries > 0) add(walk, 'returning.subquery');
  if (
    columns.some(
      (column) =>
        column.kind === 'expression' &&
        column.expression.kind === 'column' &&
        column.expression.name === 'rowid',
    )
  )
    add(walk, 'returning.rowid');
}

/** Columns and literals, operators and functions of them. */
function isSimple(expression: Expression): boolean {
  switch (expression.kind) {
    case 'column':
      return true;
    case 'literal':
      return (
        typeof expression.value === 'string' || expression.value === null || Number(expression.value) >= 0
      );
    case 'binary':
      return isSimple(expression.left) && isSimple(expression.right);
    case 'call':
      return expression.arguments === '*' || expression.arguments.every(isSimple);
    default:
      return false;
  }
}
