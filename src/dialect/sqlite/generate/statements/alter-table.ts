// ALTER TABLE, as far as the table and what depends on it allow.

import type { Random } from '../../../../random.ts';
import type { AlterTable, ColumnDefinition } from '../../../../sql/ast.ts';
import { columnsIn } from '../../../../sql/index.ts';
import type { ColumnView, DatabaseView, TableView } from '../../../view.ts';
import { contextFor } from '../expressions/grow.ts';
import type { Setting } from '../setting.ts';
import { collationClause, defaultFor, mayDeclare, typeFor } from './column-parts.ts';
import { check } from './create-table.ts';
import { isRead } from './drop.ts';

export function alterTable(random: Random, view: DatabaseView, setting: Setting): AlterTable | undefined {
  const { features } = setting;
  const tables = view.tables.filter(({ knowledge }) => knowledge !== 'unknown');
  if (tables.length === 0) return undefined;
  const table = random.pick(tables);
  // SQLite cannot rename a column in a view that takes it from a subquery.
  const isFree = !isRead(view, table.name);
  // A trigger that names the column would make no sense any more.
  const isNamed = view.triggers.some(({ mentions }) => mentions.includes(table.name));
  const droppable = !isFree || isNamed ? [] : table.columns.filter((column) => isDroppable(table, column));
  const choices = [
    [features.has('alter.renameTable') ? 1 : 0, 'renameTable'],
    [features.has('alter.renameColumn') && isFree ? 2 : 0, 'renameColumn'],
    [features.has('alter.addColumn') && table.columns.length < MOST_COLUMNS ? 3 : 0, 'addColumn'],
    [features.has('alter.dropColumn') && droppable.length > 0 ? 2 : 0, 'dropColumn'],
  ] as const;
  const action = ((): AlterTable['action'] | undefined => {
    const kind = random.weightedIfAny(choices);
    switch (kind) {
      case undefined:
        return undefined;
      case 'renameTable':
        return { kind, to: setting.names.table() };
      case 'renameColumn':
        return { kind, column: random.pick(table.columns).name, to: setting.names.column() };
      case 'addColumn':
        return { kind, column: addedColumn(random, view, setting, table) };
      case 'dropColumn':
        return { kind, column: random.pick(droppable).name };
    }
  })();
  return action && { kind: 'alterTable', table: table.name, action };
}

/** The rows that are there get the default, so it must be a literal, and fit. */
function addedColumn(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  table: TableView,
): ColumnDefinition {
  const { features, weights, names } = setting;
  const { percent } = weights;
  const type = typeFor(random, features, table.strict);
  const mayDefault = features.has('column.default');
  const notNull = mayDefault && mayDeclare(random, setting, 'column.notNull', percent.notNull);
  const withDefault = notNull || (mayDefault && random.chance(40));
  const context = contextFor(random, view, setting);
  const standard = withDefault ? defaultFor(context, setting, type, table.strict, notNull) : undefined;
  const name = names.column();
  const plain = { name, ...(type === '' ? {} : { type }) };
  const condition = mayDeclare(random, setting, 'alter.addColumn.check', ADDED_CHECK_PERCENT)
    ? check(context, [plain])
    : undefined;
  return {
    name,
    ...(type === '' ? {} : { type }),
    ...(notNull ? { notNull: {} } : {}),
    ...(standard?.kind === 'literal' && !(notNull && standard.value === null) ? { default: standard } : {}),
    ...collationClause(random, setting),
    ...(condition ? { check: condition } : {}),
  };
}

/** No key, index, check or generated column may need it, and another plain column must stay. */
function isDroppable(table: TableView, column: ColumnView): boolean {
  if (column.primaryKey || table.uniqueKeys.some((key) => key.includes(column.name))) return false;
  if (table.columns.filter(({ generated }) => !generated).length < (column.generated ? 1 : 2)) return false;
  const expressions = [
    ...table.indexes.flatMap(({ columns }) => columns.map(({ expression }) => expression)),
    ...table.indexes.flatMap(({ where }) => (where ? [where] : [])),
    ...(table.checks ?? []),
    ...table.columns.flatMap(({ expression }) => (expression ? [expression] : [])),
  ];
  return !expressions.some((expression) => columnsIn(expression).some(({ name }) => name === column.name));
}

const MOST_COLUMNS = 200;
const ADDED_CHECK_PERCENT = 12;
