// FROM: tables, views, subqueries and common tables, joined. The product of their sizes is bounded, so that no query
// runs for long.

import type {
  CommonTable,
  Expression,
  FromItem,
  FromTable,
  Join,
  JoinOperator,
  Select,
} from '../../../../sql/ast.ts';
import { binary, column, integer } from '../../../../sql/build.ts';
import { isPlainIndex, type TableView, type ViewView } from '../../../view.ts';
import type { FeatureId } from '../../features/catalogue.ts';
import { derive, freshAlias, type GenerationContext, nested } from '../expressions/generation-context.ts';
import { querySource, type Source, tableSource, viewSource } from './source.ts';

export interface From {
  readonly item: FromItem;
  readonly sources: readonly Source[];
  /** Common tables that the query must declare. */
  readonly common: readonly CommonTable[];
  /** Does `*` give fewer columns than the sources have, because of USING or NATURAL? */
  readonly merged: boolean;
  readonly recursive: boolean;
  /** Is there a RIGHT or FULL JOIN, here or in a subquery? SQLite then refuses some of what may follow. */
  readonly rightward: boolean;
}

/** Joins up to `count` items, which have other names than those beside them; undefined if there is nothing small enough to read. */
export function from(
  context: GenerationContext,
  count: number,
  depth: number,
  beside: readonly Source[] = [],
): From | undefined {
  let joined = fromItem(context, beside, depth);
  for (let i = 1; i < count && joined !== undefined; i++) {
    if (context.grammar.joins.length === 0) break;
    let right = fromItem(context, [...beside, ...joined.sources], depth, joined.rightward);
    if (right === undefined) break;
    if (i + 1 < count && !joined.rightward && mayNest(context, depth)) {
      const third = fromItem(context, [...beside, ...joined.sources, ...right.sources], depth);
      if (third !== undefined) {
        right = join(context, right, third);
        i++;
      }
    }
    joined = join(context, joined, right);
  }
  return joined;
}

/** SQLite loses columns of nested joins after a RIGHT JOIN, and in views when it renames. */
function mayNest({ random, grammar, lasting }: GenerationContext, depth: number): boolean {
  // In subqueries too, once it flattens them; so only at the top.
  if (lasting || depth < grammar.weights.limit.expressionDepth) return false;
  return grammar.features.has('join.nested') && random.chance(grammar.weights.percent.nestedJoin);
}

/** `tablesOnly`: after a RIGHT JOIN, SQLite may lose its way in a query that it flattens. */
function fromItem(
  context: GenerationContext,
  beside: readonly Source[],
  depth: number,
  tablesOnly = false,
): From | undefined {
  const { random, grammar, view } = context;
  const { features } = grammar;
  const weights = grammar.weights.fromItem;
  // Of the same query level, as a subquery in FROM sees nothing of its neighbours.
  let room = grammar.weights.limit.work / context.work;
  for (const source of beside) room /= Math.max(1, source.rowCount);
  const tables = view.tables.filter(
    (table) =>
      table.knowledge !== 'unknown' &&
      table.rowCount <= room &&
      (features.has('from.alias') || !beside.some(({ name }) => name === table.name)),
  );
  const views =
    tablesOnly || room < VIEW_ROOM
      ? []
      : view.views.filter(({ name }) => !beside.some((item) => item.name === name));
  const deep =
    !tablesOnly &&
    depth > 0 &&
    context.statement.subqueriesLeft > 0 &&
    room >= VIEW_ROOM &&
    features.has('select.alias');
  const choices = [
    [tables.length > 0 ? weights.table : 0, 'table'],
    [views.length > 0 ? weights.view : 0, 'view'],
    [deep && features.has('from.subquery') ? weights.subquery : 0, 'subquery'],
    [deep && features.has('with') ? weights.common : 0, 'common'],
    [deep && RECURSIVE_NEEDS.every((id) => features.has(id)) ? weights.recursive : 0, 'recursive'],
  ] as const;
  switch (random.weightedIfAny(choices)) {
    case undefined:
      return undefined;
    case 'table':
      return fromTable(context, random.pick(tables), beside);
    case 'view':
      return fromView(context, random.pick(views));
    case 'subquery':
      return fromSubquery(context, depth);
    case 'common':
      return fromCommon(context, depth);
    case 'recursive':
      return fromRecursive(context);
  }
}

function single(item: FromItem, source: Source, common: readonly CommonTable[] = []): From {
  return { item, sources: [source], common, merged: false, recursive: false, rightward: false };
}

function fromTable(context: GenerationContext, table: TableView, beside: readonly Source[]): From {
  const { random, grammar } = context;
  const { features, weights } = grammar;
  const taken = (sources: readonly Source[]) => sources.some(({ name }) => name === table.name);
  const mustAlias = taken(beside) || taken(context.outer);
  const alias = features.has('from.alias') && (mustAlias || random.chance(weights.percent.alias));
  const name = alias ? freshAlias(context) : table.name;
  const notIndexed = features.has('from.notIndexed') && random.chance(weights.percent.notIndexed);
  const item: FromTable = {
    kind: 'table',
    name: table.name,
    ...(alias ? { alias: name } : {}),
    ...(notIndexed ? { notIndexed } : indexedBy(context, table)),
  };
  return single(item, tableSource(table, name));
}

function indexedBy(
  { random, grammar, lasting }: GenerationContext,
  { indexes }: TableView,
): Pick<FromTable, 'indexedBy'> {
  const { features, weights } = grammar;
  const plain = indexes.filter(isPlainIndex);
  // A query that outlives the index could not be run any more.
  const wanted =
    !lasting &&
    plain.length > 0 &&
    features.has('from.indexedBy') &&
    random.chance(weights.percent.indexedBy);
  return wanted ? { indexedBy: random.pick(plain).name } : {};
}

function fromView(context: GenerationContext, view: ViewView): From {
  const alias = context.grammar.features.has('from.alias') && context.random.oneIn(2);
  const name = alias ? freshAlias(context) : view.name;
  return single(
    { kind: 'table', name: view.name, ...(alias ? { alias: name } : {}) },
    viewSource(view, name),
  );
}

/** A subquery in FROM does not see its neighbours; the queries around it, it may read. */
function closed(context: GenerationContext): GenerationContext {
  context.statement.subqueriesLeft--;
  const mayAsk = context.grammar.features.has('from.subquery.correlated') && context.random.oneIn(3);
  return derive(nested(context), mayAsk ? {} : { outer: [] });
}

function fromSubquery(context: GenerationContext, depth: number): From {
  const { select, columns, rightward } = context.grow.query(closed(context), { named: true }, depth - 1);
  const alias = freshAlias(context);
  return { ...single({ kind: 'subquery', select, alias }, querySource(columns, alias)), rightward };
}

/** A common table, which the statement must declare. */
export function fromCommon(context: GenerationContext, depth: number): From {
  const { select, columns, rightward } = context.grow.query(closed(context), { named: true }, depth - 1);
  const name = freshAlias(context);
  const renamed = context.grammar.features.has('with.columns') && context.random.oneIn(3);
  const names = columns.map((_, i) => `y${i}`);
  const isHinted = context.grammar.features.has('with.materialized') && context.random.oneIn(6);
  const materialized = context.random.oneIn(2) ? 'MATERIALIZED' : 'NOT MATERIALIZED';
  const table: CommonTable = {
    name,
    ...(renamed ? { columns: names } : {}),
    ...(isHinted ? { materialized } : {}),
    select,
  };
  const visible = renamed ? columns.map((column, i) => ({ ...column, name: names[i] })) : columns;
  return { ...single({ kind: 'table', name }, querySource(visible, name), [table]), rightward };
}

/** WITH RECURSIVE q(y0) AS (SELECT 1 UNION ALL SELECT y0 + 1 FROM q WHERE y0 < n). */
function fromRecursive(context: GenerationContext): From {
  const name = freshAlias(context);
  const y0 = column('y0');
  const body: Select['body'] = {
    kind: 'compound',
    operator: 'UNION ALL',
    left: { kind: 'core', columns: [{ kind: 'expression', expression: integer(1) }] },
    right: {
      kind: 'core',
      columns: [{ kind: 'expression', expression: binary(y0, '+', integer(1)) }],
      from: { kind: 'table', name },
      where: binary(y0, '<', integer(context.random.between(1, 8))),
    },
  };
  const table: CommonTable = { name, columns: ['y0'], select: { kind: 'select', body } };
  const source = querySource([{ name: 'y0', affinity: 'none', collation: 'BINARY' }], name, 8);
  return { ...single({ kind: 'table', name }, source, [table]), recursive: true };
}

function join(context: GenerationContext, left: From, right: From): From {
  const operator = context.random.weighted(context.grammar.joins);
  const condition = joinCondition(context, operator, left, right);
  return {
    item: { kind: 'join', operator, left: left.item, right: right.item, ...condition },
    sources: [...left.sources, ...right.sources],
    common: [...left.common, ...right.common],
    recursive: left.recursive || right.recursive,
    rightward: left.rightward || right.rightward || operator === 'RIGHT JOIN' || operator === 'FULL JOIN',
    merged: left.merged || right.merged || 'using' in condition || 'natural' in condition,
  };
}

function joinCondition(
  context: GenerationContext,
  operator: JoinOperator,
  left: From,
  right: From,
): Pick<Join, 'on' | 'using' | 'natural'> {
  const { random, grammar } = context;
  if (operator === ',' || grammar.joinConditions.length === 0 || random.oneIn(12)) return {};
  const kind = random.weighted(grammar.joinConditions);
  const shared = kind === 'on' || operator === 'CROSS JOIN' ? undefined : sharedColumns(left, right);
  if (shared !== undefined && shared.length > 0) {
    return kind === 'natural'
      ? { natural: true }
      : { using: shared.slice(0, random.between(1, shared.length)) };
  }
  if (!grammar.features.has('join.on') || (operator === 'CROSS JOIN' && random.oneIn(2))) return {};
  // SQLite flattens subqueries wrongly beside a join that keeps its right side: mostly none there.
  const isRightward = operator === 'RIGHT JOIN' || operator === 'FULL JOIN';
  const pure = context.pure || (isRightward && !context.random.oneIn(8));
  return { on: onCondition(pure ? derive(context, { pure }) : context, left, right) };
}

/** Columns that both sides have; undefined if one side has such a name twice, which would be ambiguous. */
function sharedColumns(left: From, right: From): string[] | undefined {
  const namesOf = ({ sources }: From) => sources.flatMap(({ columns }) => columns.map(({ name }) => name));
  const [leftNames, rightNames] = [namesOf(left), namesOf(right)];
  const shared = leftNames.filter((name) => rightNames.includes(name));
  if (
    left.merged ||
    right.merged ||
    left.rightward ||
    right.rightward ||
    new Set(shared).size < shared.length
  )
    return undefined;
  const once = shared.every((name) => rightNames.indexOf(name) === rightNames.lastIndexOf(name));
  return once ? shared : undefined;
}

/** Mostly that a column of one side equals one of the other. */
function onCondition(context: GenerationContext, left: From, right: From): Expression {
  const { random, grammar, grow } = context;
  const within = derive(context, { sources: [...left.sources, ...right.sources], qualified: true });
  // Terms of one side only too: an outer join must not take them for conditions of the whole.
  const side = () => derive(within, { sources: random.oneIn(2) ? left.sources : right.sources });
  if (random.oneIn(6)) return grow.predicate(random.oneIn(4) ? side() : within, 1);
  if (random.oneIn(40)) return grow.anything(within);
  const a = random.pick(left.sources);
  const first = random.pick(a.columns);
  const b = random.pick(right.sources);
  let second = random.pick(b.columns);
  for (let attempt = 0; attempt < 3 && second.affinity !== first.affinity; attempt++) {
    second = random.pick(b.columns);
  }
  const operator = random.oneIn(6) ? random.weighted(grammar.comparisons) : '=';
  const equated = binary(column(first.name, a.name), operator, column(second.name, b.name));
  if (!grammar.features.has('operator.AND') || !random.oneIn(4)) return equated;
  const term = grow.predicate(random.oneIn(3) ? side() : within, random.oneIn(3) ? 1 : 0);
  return random.oneIn(6) ? binary(term, 'AND', equated) : binary(equated, 'AND', term);
}

const RECURSIVE_NEEDS = [
  'with',
  'with.columns',
  'with.recursive',
  'compound.UNION ALL',
  'operator.+',
  'operator.<',
  'select.where',
] as const satisfies readonly FeatureId[];

/** Below this many rows of room there is none for items whose size is only assumed. */
const VIEW_ROOM = 40;
