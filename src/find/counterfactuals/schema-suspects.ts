// Suspects among tables, columns, keys, indexes, triggers and views.

import type { FeatureId } from '../../dialect/index.ts';
import type { Plan } from '../../plan/index.ts';
import type {
  ColumnDefinition,
  Expression,
  FromItem,
  ResultColumn,
  Select,
  SelectBody,
  Statement,
} from '../../sql/ast.ts';
import { call } from '../../sql/build.ts';
import type { Node } from '../../sql/index.ts';
import { ADD_COLUMN, DROP_COLUMN } from './alter-suspects.ts';
import {
  stepMaker,
  withColumns,
  withNamedColumns,
  withNodes,
  without,
  withoutStatements,
  withSteps,
  withTables,
} from './edits.ts';
import { rowidAliasOf, withoutRowidAlias, withWrittenRowids } from './rowid-alias.ts';
import { type Suspect, structure } from './suspects.ts';

const TRIGGERS: readonly FeatureId[] = [
  'trigger.afterInsert',
  'trigger.afterUpdate',
  'trigger.afterDelete',
  'trigger.beforeInsert',
  'trigger.beforeUpdate',
  'trigger.beforeDelete',
  'trigger.insteadOf',
];

export const SCHEMA_SUSPECTS: readonly Suspect[] = [
  structure('WITHOUT ROWID', (plan) => withTables(plan, (table) => without(table, 'withoutRowid')), {
    keepsRows: true,
    features: ['createTable.withoutRowid'],
    covers: ['a key'],
  }),
  structure('STRICT', (plan) => withTables(plan, (table) => without(table, 'strict')), {
    keepsRows: true,
    features: ['createTable.strict'],
  }),
  structure('a generated column', plainColumns, {
    keepsRows: true,
    features: ['column.generatedVirtual', 'column.generatedStored'],
  }),
  ADD_COLUMN,
  DROP_COLUMN,
  structure('CREATE TABLE AS', createdThenFilled, { keepsRows: true, features: ['createTable.as'] }),
  structure('DESC in a key', (plan) => withNodes(plan, ascending), {
    keepsRows: true,
    features: ['column.primaryKeyDescending', 'constraint.descending', 'createIndex.descending'],
    covers: ['a key', 'an index'],
  }),
  structure('COLLATE', (plan) => withNodes(plan, uncollated), {
    exchanged: (plan) =>
      withNodes(plan, (node) => (node.kind === 'collate' ? call('lower', node.operand) : node)),
    features: ['column.collate', 'expression.collate'],
  }),
  structure(
    'an expression in an index',
    (plan) =>
      withoutStatements(
        plan,
        (each) =>
          each.kind === 'createIndex' && each.columns.some(({ expression }) => expression.kind !== 'column'),
      ),
    { keepsRows: true, features: ['createIndex.expression'], covers: ['an index'] },
  ),
  structure(
    'a partial index',
    (plan) => withNodes(plan, (node) => (node.kind === 'createIndex' ? without(node, 'where') : node)),
    { keepsRows: true, features: ['createIndex.partial'], covers: ['an index'] },
  ),
  structure('an index', (plan) => withoutStatements(plan, ({ kind }) => kind === 'createIndex'), {
    keepsRows: true,
    features: ['createIndex'],
  }),
  structure('a trigger', (plan) => withoutStatements(plan, ({ kind }) => kind === 'createTrigger'), {
    features: TRIGGERS,
  }),
  structure('a view', inlinedViews, {
    keepsRows: true,
    features: ['createView'],
    covers: ['a subquery in FROM'],
  }),
  structure(
    'a foreign key',
    (plan) =>
      withTables(plan, (table) => {
        const kept = table.constraints?.filter(({ kind }) => kind !== 'foreignKey');
        return kept?.length === table.constraints?.length ? table : { ...table, constraints: kept };
      }),
    { features: ['constraint.foreignKey'] },
  ),
  structure('CHECK', uncheckedTables, {
    features: ['column.check', 'constraint.check'],
  }),
  structure('DEFAULT', (plan) => withColumns(plan, (each) => without(each, 'default')), {
    features: ['column.default'],
  }),
  structure('NOT NULL', (plan) => withColumns(plan, (each) => without(each, 'notNull')), { isCommon: true }),
  structure('INTEGER PRIMARY KEY', [withWrittenRowids, withoutRowidAlias], {
    keepsRows: true,
    features: ['column.rowidAlias'],
    covers: ['a key', 'a declared type'],
  }),
  structure('a declared type', withoutTypes, { isCommon: true }),
  structure(
    'a key',
    (plan) =>
      withTables(plan, (table) => {
        const constraints = table.constraints?.filter(
          ({ kind }) => kind !== 'primaryKey' && kind !== 'unique',
        );
        const columns = table.columns.map((each) => without(without(each, 'primaryKey'), 'unique'));
        const isSame =
          constraints?.length === table.constraints?.length &&
          columns.every((each, i) => each === table.columns[i]);
        return isSame ? table : { ...table, columns, ...(constraints && { constraints }) };
      }),
    { isCommon: true },
  ),
];

/** Without the collations of expressions, columns, terms of ORDER BY and indexes. */
function uncollated(node: Node): Node {
  if (node.kind === 'collate') return node.operand;
  if (node.kind === 'createTable' && node.columns.some(({ collate }) => collate !== undefined))
    return { ...node, columns: node.columns.map((each) => without(each, 'collate')) };
  if (node.kind === 'createIndex' && node.columns.some(({ collation }) => collation !== undefined))
    return { ...node, columns: node.columns.map((each) => without(each, 'collation')) };
  if (node.kind !== 'select' || !('body' in node)) return node;
  const { orderBy } = node;
  if (orderBy === undefined || orderBy.every(({ collation }) => collation === undefined)) return node;
  return { ...node, orderBy: orderBy.map((each) => without(each, 'collation')) };
}

/** Without the types of columns, but for the one that makes a key another name of the rowid. */
function withoutTypes(plan: Plan): Plan | null {
  return withNodes(plan, (node) => {
    if (node.kind === 'alterTable' && node.action.kind === 'addColumn') {
      const column = without(node.action.column, 'type');
      return column === node.action.column ? node : { ...node, action: { ...node.action, column } };
    }
    if (node.kind !== 'createTable') return node;
    const alias = rowidAliasOf(node);
    const columns = node.columns.map((each, i) => (i === alias ? each : without(each, 'type')));
    return columns.every((each, i) => each === node.columns[i]) ? node : { ...node, columns };
  });
}

function uncheckedTables(plan: Plan): Plan | null {
  const columns = withColumns(plan, (each) => without(each, 'check'));
  const tables = withTables(columns ?? plan, (table) => {
    const kept = table.constraints?.filter(({ kind }) => kind !== 'check');
    return kept?.length === table.constraints?.length ? table : { ...table, constraints: kept };
  });
  return tables ?? columns;
}

/** Generated columns become plain ones, which an UPDATE after each write fills with the same values. */
function plainColumns(plan: Plan): Plan | null {
  const generated = new Map<string, { name: string; expression: Expression }[]>();
  const note = (table: string, { name, generated: by }: ColumnDefinition): void => {
    if (by === undefined) return;
    generated.set(table, [...(generated.get(table) ?? []), { name, expression: by.expression }]);
  };
  const step = stepMaker(plan);
  const filled = withSteps(withNamedColumns(plan), (each) => {
    if (each.do !== 'run') return [each];
    const { statement } = each;
    if (statement.kind === 'createTable')
      for (const column of statement.columns) note(statement.name, column);
    if (statement.kind === 'alterTable' && statement.action.kind === 'addColumn')
      note(statement.table, statement.action.column);
    if (statement.kind !== 'insert' && statement.kind !== 'update' && statement.kind !== 'alterTable')
      return [each];
    const columns = generated.get(statement.table) ?? [];
    if (columns.length === 0) return [each];
    const set = columns.map(({ name, expression }) => ({ columns: [name], value: expression }));
    return [each, step(each, { kind: 'update', table: statement.table, set })];
  });
  const plain = (column: ColumnDefinition): ColumnDefinition => without(column, 'generated');
  return withColumns(filled ?? plan, plain);
}

/** CREATE TABLE with the same names, and INSERT … SELECT. */
function createdThenFilled(plan: Plan): Plan | null {
  const step = stepMaker(plan);
  return withSteps(plan, (each) => {
    if (each.do !== 'run' || each.statement.kind !== 'createTableAs') return [each];
    const { name, select } = each.statement;
    const columns = namesOf(select)?.map((column, i) => ({ name: column, ...typeOf(plan, select, i) }));
    if (columns === undefined) return [each];
    const table: Statement = { kind: 'createTable', name, columns };
    return [
      { ...each, statement: table },
      step(each, { kind: 'insert', table: name, source: { kind: 'select', select } }),
    ];
  });
}

/** The declared type of the column that a column of the query shows. */
export function typeOf({ groups }: Plan, { body }: Select, at: number): Pick<ColumnDefinition, 'type'> {
  const shown = body.kind === 'core' ? body.columns[at] : undefined;
  if (shown?.kind !== 'expression' || shown.expression.kind !== 'column') return {};
  const { name } = shown.expression;
  for (const { steps } of groups)
    for (const step of steps) {
      if (step.do !== 'run' || step.statement.kind !== 'createTable') continue;
      const declared = step.statement.columns.find((column) => column.name === name);
      if (declared?.type !== undefined) return { type: declared.type };
    }
  return {};
}

function namesOf({ body }: Select): readonly string[] | undefined {
  if (body.kind !== 'core') return undefined;
  const names = body.columns.map((each) => {
    if (each.kind !== 'expression') return undefined;
    return each.alias ?? (each.expression.kind === 'column' ? each.expression.name : undefined);
  });
  const isWhole = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  return isWhole ? (names as string[]) : undefined;
}

/** The query of a view in the place of its name. */
export function inlinedViews(plan: Plan): Plan | null {
  const views = new Map<string, Select>();
  const kept = withoutStatements(plan, (statement) => {
    if (statement.kind !== 'createView') return false;
    const { name, columns, select } = statement;
    const named = columns && (withAliases(select, columns) ?? namedBefore(name, columns, select));
    views.set(name, named ?? select);
    return true;
  });
  return kept && inlined(kept, views);
}

/** Result columns that have no names of their own to change, such as those of `*`, are named by a common table. */
function namedBefore(name: string, columns: readonly string[], select: Select): Select {
  const body: SelectBody = { kind: 'core', columns: [{ kind: 'all' }], from: { kind: 'table', name } };
  return { kind: 'select', with: [{ name, columns, select }], body };
}

/** These queries in the place of their names. */
function inlined(plan: Plan, queries: ReadonlyMap<string, Select>): Plan | null {
  return withNodes(plan, (node) => asSubquery(node, queries));
}

export function asSubquery(node: Node, queries: ReadonlyMap<string, Select>): Node {
  if (node.kind !== 'table' || !('name' in node)) return node;
  const select = queries.get(node.name);
  const item: FromItem | undefined = select && { kind: 'subquery', select, alias: node.alias ?? node.name };
  return item ?? node;
}

function ascending(node: Node): Node {
  if (node.kind === 'createIndex' && node.columns.some(({ descending }) => descending))
    return { ...node, columns: node.columns.map((each) => without(each, 'descending')) };
  if (node.kind !== 'createTable') return node;
  const columns = node.columns.map((each) =>
    each.primaryKey?.descending ? { ...each, primaryKey: without(each.primaryKey, 'descending') } : each,
  );
  const constraints = node.constraints?.map((each) => {
    if (each.kind !== 'primaryKey' && each.kind !== 'unique') return each;
    if (!each.columns.some(({ descending }) => descending)) return each;
    return { ...each, columns: each.columns.map((column) => without(column, 'descending')) };
  });
  const isSame =
    columns.every((each, i) => each === node.columns[i]) &&
    (constraints ?? []).every((each, i) => each === node.constraints?.[i]);
  return isSame ? node : { ...node, columns, ...(constraints && { constraints }) };
}

/** The result columns under these names; null if they cannot be given any. */
export function withAliases(select: Select, names: readonly string[]): Select | null {
  const { body } = select;
  if (body.kind !== 'core') return null;
  const columns = body.columns.map((each, i) =>
    each.kind === 'expression' ? { ...each, alias: names[i] } : null,
  );
  if (columns.length !== names.length) return null;
  return columns.includes(null) ? null : { ...select, body: { ...body, columns: columns as ResultColumn[] } };
}
