// INSERT in all its forms.

import type { Random } from '../../../../random.ts';
import type {
  Expression,
  ForeignKey,
  Insert,
  InsertSource,
  ResultColumn,
  SelectBody,
  SelectCore,
  Upsert,
} from '../../../../sql/ast.ts';
import { column as columnNamed, literal } from '../../../../sql/build.ts';
import type { SqlValue } from '../../../../sql/index.ts';
import type { ColumnView, DatabaseView, TableView } from '../../../view.ts';
import { derive, type GenerationContext, nested } from '../expressions/generation-context.ts';
import { contextFor } from '../expressions/grow.ts';
import { tableSource } from '../queries/source.ts';
import { scalarSubquery } from '../queries/subqueries.ts';
import type { Setting } from '../setting.ts';
import { assignable, assignments } from './assignments.ts';
import { resolution } from './resolution.ts';
import { mustHaveValue, row } from './rows.ts';
import { type TargetOptions, targetTable } from './target.ts';

export interface InsertOptions extends TargetOptions {
  /** How many rows; drawn from the weights' limits if not given. */
  readonly rows?: number;
  /** Characters of a long text, bytes of a long blob. */
  readonly size?: number;
}

/** Undefined if there is no table. */
export function insert(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  options: InsertOptions = {},
): Insert | undefined {
  const { features, weights } = setting;
  const { percent } = weights;
  const table = options.table ?? targetTable(random, view);
  if (table === undefined) return undefined;
  const context = contextFor(random, view, setting);
  const resolved = resolution(random, setting);
  if (options.rows === undefined) {
    if (features.has('insert.select') && random.chance(percent.insertSelect)) {
      const made = insertSelect(context, setting, table);
      if (made !== undefined) return { ...made, ...resolved, ...returning(context, setting, table) };
    }
    const defaults = features.has('insert.defaultValues') && random.chance(percent.insertDefaultValues);
    if (defaults && table.columns.every((column) => !needsValue(table, column))) {
      const source: InsertSource = { kind: 'defaultValues' };
      return {
        kind: 'insert',
        table: table.name,
        source,
        ...resolved,
        ...returning(context, setting, table),
      };
    }
  }
  const isOr = 'conflict' in resolved;
  const mayHaveBoth = features.has('upsert.conflict') && random.oneIn(3);
  const upserts = isOr && !mayHaveBoth ? [] : upsert(context, setting, table, isOr ? 100 : percent.upsert);
  const expectsConflict = 'conflict' in resolved || upserts.length > 0;
  const columns = chosenColumns(random, setting, table);
  const rowCount =
    options.rows ?? (features.has('insert.rows') ? random.between(1, weights.limit.rowsPerInsert) : 1);
  const beside: Record<string, SqlValue>[] = [];
  const rows: Expression[][] = [];
  for (let i = 0; i < rowCount; i++) {
    const seek = random.chance(expectsConflict ? EXPECTED_CONFLICT_PERCENT : percent.conflict);
    const conflict = seek ? 'seek' : 'avoid';
    const values = row(random, table, { features, weights, conflict, size: options.size, beside });
    for (const key of table.foreignKeys ?? []) aim(random, view, key, values);
    beside.push(values);
    rows.push(
      columns.map((column) => cell(context, setting, table, column, () => literal(values[column.name]))),
    );
  }
  return {
    kind: 'insert',
    table: table.name,
    ...(isWhole(table, columns) && !random.chance(percent.insertColumns >> 1)
      ? {}
      : namesOf(setting, columns)),
    source: { kind: 'values', rows },
    ...resolved,
    ...(upserts.length > 0 ? { upsert: upserts } : {}),
    ...returning(context, setting, table),
  };
}

function namesOf({ features }: Setting, columns: readonly ColumnView[]): { columns?: string[] } {
  return features.has('insert.columns') ? { columns: columns.map(({ name }) => name) } : {};
}

const isWhole = (table: TableView, columns: readonly ColumnView[]): boolean =>
  assignable(table).every((column, i) => column === columns[i]);

/** All columns in order, or some in any order; never without one that must have a value. */
function chosenColumns(
  random: Random,
  { features, weights }: Setting,
  table: TableView,
): readonly ColumnView[] {
  const all = assignable(table);
  if (!features.has('insert.columns') || !random.chance(weights.percent.insertColumns)) return all;
  const mayViolate = weights.percent.conflict > 0;
  const isLeftOut = (column: ColumnView) =>
    needsValue(table, column)
      ? // NOT NULL DEFAULT NULL is refused unless it gets a value.
        column.default !== undefined && mayViolate && random.oneIn(6)
      : !inKey(table, column) && !random.chance(75);
  const some = all.filter((column) => !isLeftOut(column));
  return random.shuffled(some.length > 0 ? some : all);
}

const inKey = (table: TableView, { name, rowidAlias }: ColumnView): boolean =>
  !rowidAlias && table.uniqueKeys.some((key) => key.includes(name));

function needsValue(table: TableView, column: ColumnView): boolean {
  const { generated, rowidAlias, default: standard } = column;
  const isGiven = standard !== undefined && !(standard.kind === 'literal' && standard.value === null);
  return !generated && !rowidAlias && !isGiven && mustHaveValue(table, column);
}

/** Parents are mostly numbered from 1 on, so a small number in a child refers to one; a random value hardly ever would. */
function aim(random: Random, view: DatabaseView, key: ForeignKey, values: Record<string, SqlValue>): void {
  const parent = view.tables.find(({ name }) => name === key.table);
  const [referenced] = key.references;
  const isNumbered = parent?.columns.some(({ name, rowidAlias }) => rowidAlias && name === referenced);
  if (isNumbered && random.chance(AIMED_PERCENT)) values[key.columns[0]] = BigInt(random.between(1, 5));
}

/** The drawn value, or now and then an expression where any value will do. */
function cell(
  context: GenerationContext,
  { weights }: Setting,
  table: TableView,
  column: ColumnView,
  value: () => Expression,
): Expression {
  const free = !table.strict && !mustHaveValue(table, column) && !column.rowidAlias && !inKey(table, column);
  if (!free || !context.random.chance(weights.percent.insertExpression)) return value();
  return context.grow.value(context, column.affinity === 'text' ? 'text' : 'number', 2);
}

/** Few rows, from a table whose size is known, so that tables do not double for ever. */
function insertSelect(context: GenerationContext, setting: Setting, table: TableView): Insert | undefined {
  const { random, grammar, view } = context;
  const { features, weights } = setting;
  const columns = chosenColumns(random, setting, table);
  if (table.strict || columns.some((column) => mustHaveValue(table, column) || inKey(table, column)))
    return undefined;
  const sources = view.tables.filter(
    ({ rowCount, knowledge }) => knowledge === 'exact' && rowCount <= weights.limit.insertSelectRows,
  );
  if (sources.length === 0 || !features.has('select.where')) return undefined;
  const part = (): SelectCore => selected(context, columns, random.pick(sources));
  const { compounds } = grammar;
  const isCompound = compounds.length > 0 && features.has('insert.compound') && random.oneIn(6);
  const body: SelectBody = isCompound
    ? { kind: 'compound', operator: random.weighted(compounds), left: part(), right: part() }
    : part();
  return {
    kind: 'insert',
    table: table.name,
    ...(isWhole(table, columns) ? {} : namesOf(setting, columns)),
    source: { kind: 'select', select: { kind: 'select', body } },
  };
}

/** Values for these columns from the rows of a table. */
function selected(context: GenerationContext, columns: readonly ColumnView[], chosen: TableView): SelectCore {
  const { random, grammar, grow } = context;
  const within = derive(nested(context), { sources: [tableSource(chosen, chosen.name)] });
  const result = columns.map((column): ResultColumn => {
    if (column.rowidAlias) return { kind: 'expression', expression: literal(null) };
    const want = column.affinity === 'text' ? 'text' : column.affinity === 'blob' ? 'any' : 'number';
    return { kind: 'expression', expression: grow.value(within, want, random.oneIn(3) ? 1 : 0) };
  });
  return {
    kind: 'core',
    ...(grammar.features.has('select.distinct') && random.oneIn(6) ? { distinct: true } : {}),
    columns: result,
    from: { kind: 'table', name: chosen.name },
    where: grow.predicate(within, 2),
  };
}

function upsert(context: GenerationContext, setting: Setting, table: TableView, percent: number): Upsert[] {
  const { random } = context;
  const { features } = setting;
  const mayIgnore = features.has('upsert.doNothing');
  const mayUpdate = features.has('upsert.doUpdate') && features.has('upsert.target');
  if (!(mayIgnore || mayUpdate) || !random.chance(percent)) return [];
  const keys = table.uniqueKeys.filter((key) => isTarget(table, key));
  if (keys.length === 0 || !features.has('upsert.target')) return mayIgnore ? [{}] : [];
  const clauses: Upsert[] = [];
  for (const key of random
    .shuffled(keys)
    .slice(0, features.has('upsert.several') && random.oneIn(4) ? 2 : 1)) {
    const target = { columns: key.map((name) => ({ expression: columnNamed(name) })) };
    clauses.push(mayUpdate && (!mayIgnore || random.oneIn(2)) ? doUpdate(target) : { target });
  }
  if (clauses.length === 1 && clauses[0].set === undefined && random.oneIn(3)) return [{}];
  return clauses;

  function doUpdate(target: Upsert['target']): Upsert {
    const excluded = { ...tableSource(table, 'excluded'), rowCount: 1, hasRowid: false, indexes: [] };
    const within = derive(context, { sources: [tableSource(table, table.name), excluded] });
    const set = assignments(within, setting, table);
    const mayAsk = features.has('subquery.inUpsert') && random.oneIn(3);
    const where = features.has('upsert.where') && random.oneIn(3);
    return {
      target,
      set,
      ...(where ? { where: context.grow.predicate(derive(within, { pure: !mayAsk, rare: true }), 1) } : {}),
    };
  }
}

/** A unique index with a WHERE or a collation of its own is no target for plain columns. */
function isTarget(table: TableView, key: readonly string[]): boolean {
  return !table.indexes.some(
    ({ unique, columns, where }) =>
      unique &&
      columns.length === key.length &&
      columns.every(({ expression }) => expression.kind === 'column' && key.includes(expression.name)) &&
      (where !== undefined || columns.some(({ collation }) => collation !== undefined)),
  );
}

export function returning(
  context: GenerationContext,
  { features, weights }: Setting,
  table: TableView,
): { returning?: readonly ResultColumn[] } {
  const { random, grow } = context;
  if (!features.has('returning') || !random.chance(weights.percent.returning)) return {};
  if (random.oneIn(2)) return { returning: [{ kind: 'all' }] };
  const within = derive(context, { pure: true, sources: [tableSource(table, undefined)] });
  const mayAsk = features.has('returning.subquery') && random.oneIn(5);
  const asked = mayAsk ? scalarSubquery(apart(context, table), 2) : undefined;
  if (asked !== undefined) return { returning: [{ kind: 'expression', expression: asked }] };
  return {
    returning: Array.from({ length: random.between(1, 2) }, () => ({
      kind: 'expression',
      expression: grow.value(within, 'any', 1),
    })),
  };
}

/** Where queries do not read this table: how much of the change RETURNING sees is up to the engine. */
function apart(context: GenerationContext, { name }: TableView): GenerationContext {
  const tables = context.view.tables.filter((other) => other.name !== name);
  return { ...context, sources: [], outer: [], view: { ...context.view, tables, views: [] } };
}

const EXPECTED_CONFLICT_PERCENT = 40;
const AIMED_PERCENT = 70;
