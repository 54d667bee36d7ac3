// CREATE TABLE.

import type { Random } from '../../../../random.ts';
import type {
  ColumnDefinition,
  CreateTable,
  Expression,
  IndexedColumn,
  TableConstraint,
} from '../../../../sql/ast.ts';
import { binary, column as columnNamed, literal } from '../../../../sql/build.ts';
import { FOREIGN_KEY_ACTIONS } from '../../../../sql/index.ts';
import type { DatabaseView } from '../../../view.ts';
import { affinityOfType } from '../../affinity.ts';
import { derive, type GenerationContext } from '../expressions/generation-context.ts';
import { contextFor } from '../expressions/grow.ts';
import { SHARED_COLUMNS } from '../names.ts';
import type { Source, SourceColumn } from '../queries/source.ts';
import type { Setting } from '../setting.ts';
import { ordinaryValue, permitted } from '../values/values.ts';
import { collationClause, conflictClause, defaultFor, mayDeclare, typeFor } from './column-parts.ts';

export interface CreateTableOptions {
  /** How many columns; drawn from the weights' limits if not given. */
  readonly columns?: number;
}

export function createTable(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  options: CreateTableOptions = {},
): CreateTable {
  const { features, weights, names } = setting;
  const { percent, limit } = weights;
  const chance = (percentage: number) => random.chance(percentage);
  const strict = features.has('createTable.strict') && chance(percent.strict);
  const withoutRowid =
    features.has('createTable.withoutRowid') && keysOf(setting).length > 0 && chance(percent.withoutRowid);
  const count =
    options.columns ?? Math.min(...[0, 1].map(() => random.between(limit.columnsMin, limit.columnsMax)));
  const context = contextFor(random, view, setting);
  let columns: ColumnDefinition[] = [];
  for (let i = 0; i < count; i++) {
    columns.push(plainColumn(context, setting, strict, takesSharedName(columns)));
  }
  const constraints: TableConstraint[] = [];
  const key = primaryKey(random, setting, columns, withoutRowid);
  columns = key.columns;
  if (key.constraint !== undefined) constraints.push(key.constraint);
  const unique = uniqueConstraint(random, setting, columns);
  if (unique !== undefined) constraints.push(unique);
  const foreign = foreignKey(random, view, setting, columns);
  if (foreign !== undefined) constraints.push(foreign);
  columns.push(...generatedColumns(context, setting, columns, strict));
  if (features.has('constraint.check') && chance(percent.check)) {
    const expression = check(context, columns);
    if (expression !== undefined) constraints.push({ kind: 'check', expression });
  }
  const again = features.has('createTable.ifNotExists') && chance(percent.ifExists);
  const name =
    again && view.tables.length > 0 && random.oneIn(2) ? random.pick(view.tables).name : names.table();
  return {
    kind: 'createTable',
    name,
    ...(again ? { ifNotExists: true } : {}),
    columns,
    ...(constraints.length > 0 ? { constraints } : {}),
    ...(strict ? { strict } : {}),
    ...(withoutRowid ? { withoutRowid } : {}),
  };

  function takesSharedName(taken: readonly ColumnDefinition[]): string {
    const shared = random.pick(SHARED_COLUMNS);
    const free = chance(percent.sharedColumn) && !taken.some((column) => column.name === shared);
    return free ? shared : names.column();
  }
}

function plainColumn(
  context: GenerationContext,
  setting: Setting,
  strict: boolean,
  name: string,
): ColumnDefinition {
  const { random } = context;
  const { features, weights } = setting;
  const { percent } = weights;
  const type = typeFor(random, features, strict);
  const notNull = features.has('column.notNull') && random.chance(percent.notNull);
  const unique = features.has('column.unique') && random.chance(percent.unique);
  const standard = mayDeclare(random, setting, 'column.default', percent.default)
    ? defaultFor(context, setting, type, strict, notNull)
    : undefined;
  const column: ColumnDefinition = {
    name,
    ...(type === '' ? {} : { type }),
    ...(notNull ? { notNull: conflictClause(random, setting) } : {}),
    ...(unique ? { unique: conflictClause(random, setting) } : {}),
    ...(standard ? { default: standard } : {}),
    ...collationClause(random, setting),
  };
  if (!mayDeclare(random, setting, 'column.check', percent.check)) return column;
  const condition = check(context, [column]);
  return condition === undefined ? column : { ...column, check: condition };
}

/** A condition that most rows meet: an expression over the columns is not some value, which may be an unlikely one, or something else holds. */
export function check(
  context: GenerationContext,
  columns: readonly ColumnDefinition[],
): Expression | undefined {
  const { random, grammar, grow } = context;
  const operator = (['IS NOT', '<>', '!='] as const).find((id) => grammar.features.has(`operator.${id}`));
  if (operator === undefined) return undefined;
  const own = derive(context, { pure: true, sources: [ownSource(columns)], rare: true });
  if (random.oneIn(8)) return grow.anything(own);
  const expression = random.oneIn(2) ? columnNamed(random.pick(columns).name) : grow.value(own, 'any', 2);
  const value = random.oneIn(2)
    ? literal(permitted(ordinaryValue(random, 'none', grammar), grammar))
    : literal(random.oneIn(2) ? 77_777n : 'unlikely');
  const differs = binary(expression, operator, value);
  if (!grammar.features.has('operator.OR') || random.oneIn(2)) return differs;
  return random.oneIn(12) ? grow.predicate(own, 2) : binary(grow.predicate(own, 2), 'OR', differs);
}

/** The table that is being created, as its own expressions see it: without a name and without rows. */
function ownSource(columns: readonly ColumnDefinition[]): Source {
  return {
    columns: columns.map(({ name, type, collate }, position): SourceColumn => {
      return { name, affinity: affinityOfType(type ?? ''), collation: collate ?? 'BINARY', position };
    }),
    rowCount: 0,
    hasRowid: false,
    indexes: [],
  };
}

function generatedColumns(
  context: GenerationContext,
  setting: Setting,
  columns: readonly ColumnDefinition[],
  strict: boolean,
): ColumnDefinition[] {
  const { random, grow } = context;
  const { features, weights, names } = setting;
  const forms = [
    ...(features.has('column.generatedVirtual') ? [false] : []),
    ...(features.has('column.generatedStored') ? [true] : []),
  ];
  if (forms.length === 0 || !random.chance(weights.percent.generated)) return [];
  if (strict && !features.has('expression.cast')) return [];
  const own = derive(context, { pure: true, sources: [ownSource(columns)], rare: true });
  const type = typeFor(random, features, strict);
  const computed = grow.value(own, 'any', 2);
  // A STRICT column takes no other class than its own.
  const expression: Expression =
    strict && type !== 'ANY'
      ? { kind: 'cast', operand: computed, type: type === 'INT' ? 'INTEGER' : type }
      : computed;
  const generated = { expression, stored: random.pick(forms) };
  return [
    {
      name: names.column(),
      ...(type === '' ? {} : { type }),
      ...collationClause(random, setting),
      generated,
    },
  ];
}

type KeyForm = 'alias' | 'column' | 'table';

function keysOf({ features }: Pick<Setting, 'features'>): KeyForm[] {
  return [
    ...(features.has('column.primaryKey') ? (['column'] as const) : []),
    ...(features.has('constraint.primaryKey') ? (['table'] as const) : []),
  ];
}

function primaryKey(
  random: Random,
  setting: Setting,
  columns: readonly ColumnDefinition[],
  withoutRowid: boolean,
): { columns: ColumnDefinition[]; constraint?: TableConstraint } {
  const { features, weights } = setting;
  const { percent } = weights;
  const forms = keysOf(setting);
  let form: KeyForm | undefined;
  if (withoutRowid) form = random.pick(forms);
  else if (features.has('column.rowidAlias') && random.chance(percent.rowidAlias)) form = 'alias';
  else if (forms.length > 0 && random.chance(percent.primaryKey)) form = random.pick(forms);
  if (form === undefined) return { columns: [...columns] };
  if (form === 'table') {
    return { columns: [...columns], constraint: tableKey(random, setting, columns, withoutRowid) };
  }
  const position = random.below(columns.length);
  return { columns: columns.map((column, i) => (i === position ? keyColumn(column, form) : column)) };

  function keyColumn(column: ColumnDefinition, kind: 'alias' | 'column'): ColumnDefinition {
    // UNIQUE would be said twice, and a default or check of another type is no use to a key.
    const { unique, default: _default, check: _check, notNull: _notNull, ...rest } = column;
    if (kind === 'alias') {
      const autoincrement = features.has('column.autoincrement') && random.chance(percent.autoincrement);
      return { ...rest, type: 'INTEGER', primaryKey: autoincrement ? { autoincrement } : {} };
    }
    const descending = features.has('column.primaryKeyDescending') && random.oneIn(6);
    const isAlias = rest.type === 'INTEGER' && !descending && !withoutRowid;
    return {
      ...rest,
      ...(isAlias ? { type: features.has('column.rowidAlias') ? 'INTEGER' : 'INT' } : {}),
      primaryKey: { ...(descending ? { descending } : {}), ...conflictClause(random, setting) },
    };
  }
}

function tableKey(
  random: Random,
  setting: Setting,
  columns: readonly ColumnDefinition[],
  withoutRowid: boolean,
): TableConstraint | undefined {
  let chosen = upToThree(random, columns);
  const isAlias = chosen.length === 1 && chosen[0].type === 'INTEGER' && !withoutRowid;
  if (isAlias && !setting.features.has('column.rowidAlias')) {
    if (columns.length === 1) return undefined;
    chosen = columns.slice(0, 2);
  }
  return {
    kind: 'primaryKey',
    columns: indexedColumns(random, setting, chosen),
    ...conflictClause(random, setting),
  };
}

function uniqueConstraint(
  random: Random,
  setting: Setting,
  columns: readonly ColumnDefinition[],
): TableConstraint | undefined {
  const { percent } = setting.weights;
  if (columns.length < 2 || !mayDeclare(random, setting, 'constraint.unique', percent.uniqueConstraint)) {
    return undefined;
  }
  return {
    kind: 'unique',
    columns: indexedColumns(random, setting, upToThree(random, columns)),
    ...conflictClause(random, setting),
  };
}

function upToThree(random: Random, columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] {
  return random.shuffled(columns).slice(0, random.between(1, Math.min(3, columns.length)));
}

function indexedColumns(
  random: Random,
  { features }: Setting,
  columns: readonly ColumnDefinition[],
): IndexedColumn[] {
  return columns.map(({ name }) => ({
    expression: columnNamed(name),
    ...(features.has('createIndex.descending') && random.oneIn(8) ? { descending: true } : {}),
  }));
}

function foreignKey(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  columns: readonly ColumnDefinition[],
): TableConstraint | undefined {
  const { features, weights } = setting;
  if (!mayDeclare(random, setting, 'constraint.foreignKey', weights.percent.foreignKey)) return undefined;
  const parents = view.tables.flatMap(({ name, uniqueKeys }) =>
    uniqueKeys.filter((key) => key.length <= columns.length).map((key) => ({ table: name, references: key })),
  );
  if (parents.length === 0) return undefined;
  const parent = random.pick(parents);
  const action = () => random.pick(FOREIGN_KEY_ACTIONS);
  return {
    kind: 'foreignKey',
    columns: columns.slice(0, parent.references.length).map(({ name }) => name),
    ...parent,
    ...(features.has('foreignKey.onDelete') && random.oneIn(2) ? { onDelete: action() } : {}),
    ...(features.has('foreignKey.onUpdate') && random.oneIn(2) ? { onUpdate: action() } : {}),
  };
}
