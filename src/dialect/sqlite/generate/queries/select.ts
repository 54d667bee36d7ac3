// Queries: one core or a compound of several, with what they need around them.

import type {
  CommonTable,
  Expression,
  Select,
  SelectBody,
  SelectCore,
  ValuesCore,
} from '../../../../sql/ast.ts';
import { binary, integer, literal } from '../../../../sql/build.ts';
import {
  derive,
  type GeneratedQuery,
  type GenerationContext,
  type QueryShape,
} from '../expressions/generation-context.ts';
import { indexedValue } from '../expressions/indexed.ts';
import { pickColumn, reference } from '../expressions/leaf.ts';
import { ordinaryValue, permitted } from '../values/values.ts';
import { type From, from } from './from.ts';
import { computed, isPositional, type Orderable, orderAndLimit, totalOrder } from './order.ts';
import { aggregateResults, type Result, results, windowResult } from './result-columns.ts';

/** While it is made; it is not changed afterwards. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A core with what the select around it must know. */
interface Core {
  readonly core: SelectCore | ValuesCore;
  readonly results: readonly Result[];
  readonly common: readonly CommonTable[];
  readonly recursive: boolean;
  readonly rightward: boolean;
  readonly orderable: Orderable;
}

export function query(context: GenerationContext, shape: QueryShape, depth: number): GeneratedQuery {
  const { random, grammar } = context;
  if (shape.single) return singleQuery(context, shape, depth);
  if (shape.rows) {
    const core = valuesCore(context, shape);
    return finished(context, core.core, [core], core.orderable, {});
  }
  const first = makeCore(context, shape, depth);
  const { compounds, weights } = grammar;
  if (compounds.length === 0 || depth <= 0 || !random.chance(weights.percent.compound)) {
    return finished(context, first.core, [first], first.orderable);
  }
  const width = first.results.length;
  const cores = [first];
  let body: SelectBody = first.core;
  for (let more = random.oneIn(4) ? 2 : 1; more > 0; more--) {
    const next = makeCore(context, { columns: width }, depth - 1);
    cores.push(next);
    body = { kind: 'compound', operator: random.weighted(compounds), left: body, right: next.core };
  }
  const mayCollate = !cores.some(({ core }) => core.kind === 'core' && core.groupBy);
  return finished(context, body, cores, { width, mayCollate, names: namesOf(first.core) });
}

/** What ORDER BY of a compound can call its columns: the names that the first part gives them, as far as no other column has them. */
function namesOf(core: Core['core']): readonly string[] {
  if (core.kind === 'values') return [];
  const isClear = core.from?.kind === 'table' && core.groupBy === undefined;
  const names = core.columns.flatMap((column) => {
    if (column.kind !== 'expression') return [];
    const { alias, expression } = column;
    return alias ?? (isClear && expression.kind === 'column' ? expression.name : []);
  });
  return names.filter((name, i) => names.indexOf(name) === i && names.lastIndexOf(name) === i);
}

function finished(
  context: GenerationContext,
  body: SelectBody,
  cores: readonly Core[],
  orderable: Orderable,
  // VALUES takes neither.
  order: Pick<Select, 'orderBy' | 'limit' | 'offset'> = endsInValues(body)
    ? {}
    : orderAndLimit(context, orderable),
): GeneratedQuery {
  const common = cores.flatMap((core) => core.common);
  const select: Mutable<Select> = { kind: 'select', body };
  if (common.length > 0) select.with = common;
  if (cores.some(({ recursive }) => recursive)) select.recursive = true;
  if (order.orderBy) select.orderBy = order.orderBy;
  if (order.limit) select.limit = order.limit;
  if (order.offset) select.offset = order.offset;
  const isCompound = cores.length > 1;
  const columns = cores[0].results.map((result) =>
    isCompound ? ({ ...result.column, affinity: 'none', sample: undefined } as const) : result.column,
  );
  return { select, columns, rightward: cores.some(({ rightward }) => rightward) };
}

function endsInValues(body: SelectBody): boolean {
  return body.kind === 'values' || (body.kind === 'compound' && body.right.kind === 'values');
}

/** A query of one row: an aggregate, the first row of an order, or no table at all. */
function singleQuery(context: GenerationContext, shape: QueryShape, depth: number): GeneratedQuery {
  const { random, grammar } = context;
  const { features } = grammar;
  const point = random.below(10);
  if (features.has('select.values') && features.has('values.inSubquery') && random.oneIn(10)) {
    const core = valuesCore(context, shape, 1);
    return finished(context, core.core, [core], core.orderable, {});
  }
  if (grammar.compounds.length > 0 && features.has('compound.inSubquery') && random.oneIn(10)) {
    return singleCompound(context, shape, depth);
  }
  if (point < 7 && grammar.aggregates.length > 0) {
    const core = makeCore(context, shape, depth, 'aggregate');
    return finished(context, core.core, [core], core.orderable, {});
  }
  if (point < 9 && grammar.features.has('select.limit') && grammar.features.has('select.orderBy')) {
    const core = makeCore(context, shape, depth, 'plain');
    const orderBy = totalOrder(context, core.orderable);
    if (orderBy.length > 0) {
      return finished(context, core.core, [core], core.orderable, { orderBy, limit: oneRow(context) });
    }
  }
  const core = makeCore(context, shape, depth, 'tableless');
  return finished(context, core.core, [core], core.orderable, {});
}

/** LIMIT 1, perhaps computed. */
function oneRow(context: GenerationContext): Expression {
  const mayCompute = context.grammar.features.has('select.limit.expression') && context.random.oneIn(4);
  return mayCompute ? computed(context, 1) : integer(1);
}

/** Of two rows at most, of which the first one counts. */
function singleCompound(context: GenerationContext, shape: QueryShape, depth: number): GeneratedQuery {
  const { random, grammar } = context;
  const { features } = grammar;
  const part = () => {
    const mayAggregate = random.oneIn(2) && grammar.aggregates.length > 0;
    return makeCore(context, shape, Math.min(depth, 1), mayAggregate ? 'aggregate' : 'tableless');
  };
  const [left, right] = [part(), part()];
  const operator = random.weighted(grammar.compounds);
  const body: SelectBody = { kind: 'compound', operator, left: left.core, right: right.core };
  const mayOrder =
    operator.startsWith('UNION') && features.has('compound.orderBy') && features.has('compound.limit');
  const orderBy = mayOrder ? totalOrder(context, { width: left.results.length, mayCollate: false }) : [];
  const order = orderBy.length === 0 ? {} : { orderBy, limit: oneRow(context) };
  return finished(context, body, [left, right], { mayCollate: false }, order);
}

type Kind = 'any' | 'plain' | 'aggregate' | 'tableless';

function makeCore(context: GenerationContext, shape: QueryShape, depth: number, kind: Kind = 'any'): Core {
  const { random, grammar } = context;
  const { features, weights } = grammar;
  const { percent } = weights;
  if (kind === 'any' && !shape.named && features.has('select.values') && random.chance(percent.values)) {
    return valuesCore(context, shape);
  }
  const count = kind === 'tableless' ? 0 : tableCount(context, depth);
  const found = count === 0 ? undefined : from(context, count, depth);
  const within = derive(context, { sources: found?.sources ?? [] });
  const mayAsk = found !== undefined || (features.has('select.where.tableless') && random.oneIn(3));
  const where = mayAsk ? whereClause(within, depth) : undefined;
  const isAggregate =
    kind === 'aggregate' ||
    (kind === 'any' &&
      found !== undefined &&
      grammar.aggregates.length > 0 &&
      random.chance(percent.aggregateQuery));
  if (isAggregate && found !== undefined) return aggregateCore(within, shape, depth, found, where, kind);
  const made = results(within, shape, depth, found?.merged ?? false);
  const window = !shape.columns && found && random.chance(percent.window) ? windowResult(within) : undefined;
  const all = window === undefined ? made.results : [...made.results, window];
  const distinct = kind === 'any' && features.has('select.distinct') && random.chance(percent.distinct);
  const core: Mutable<SelectCore> = {
    kind: 'core',
    columns: window?.made === undefined ? made.columns : [...made.columns, window.made],
  };
  if (distinct) core.distinct = true;
  if (found) core.from = found.item;
  if (where) core.where = where;
  return {
    core,
    results: all,
    common: found?.common ?? [],
    recursive: found?.recursive ?? false,
    rightward: found?.rightward ?? false,
    orderable: orderableBy(
      within,
      all,
      distinct || !found
        ? undefined
        : (own) =>
            (random.oneIn(5) ? indexedValue(own) : undefined) ??
            context.grow.value(own, 'any', random.oneIn(3) ? 1 : 0),
    ),
  };
}

/** ORDER BY in a subquery sees no columns of the query around it. */
function orderableBy(
  context: GenerationContext,
  all: readonly Result[],
  make: ((own: GenerationContext) => Expression) | undefined,
): Orderable {
  const own = derive(context, { outer: [] });
  return {
    width: all.length,
    mayCollate: true,
    results: context.outer.length > 0 ? undefined : () => all.map(({ expression }) => expression),
    expression: make && (() => make(own)),
  };
}

function tableCount({ random, grammar }: GenerationContext, depth: number): number {
  const { tables } = grammar.weights;
  const count = random.weighted([
    [tables.one, 1],
    [tables.two, 2],
    [tables.three, 3],
    [tables.four, 4],
    [tables.none, 0],
  ] as const);
  return depth <= 1 ? Math.min(count, 2) : count;
}

/** In a correlated subquery it ties a column to one of the query around it. */
function whereClause(context: GenerationContext, depth: number): Expression | undefined {
  const { random, grammar, grow, outer } = context;
  const { features, weights } = grammar;
  if (!features.has('select.where')) return undefined;
  if (outer.length > 0 && random.chance(80)) {
    const [own, around] = [
      pickColumn(derive(context, { outer: [] }), 'any'),
      pickColumn(derive(context, { sources: [] }), 'any'),
    ];
    if (own && around) {
      const operator = random.oneIn(3) ? random.weighted(grammar.comparisons) : '=';
      const tied = binary(reference(context, own), operator, reference(context, around));
      if (!features.has('operator.AND') || random.oneIn(2)) return tied;
      return binary(tied, 'AND', grow.predicate(context, depth - 1));
    }
  }
  return random.chance(weights.percent.where) ? grow.predicate(context, depth) : undefined;
}

function aggregateCore(
  context: GenerationContext,
  shape: QueryShape,
  depth: number,
  found: From,
  where: Expression | undefined,
  kind: Kind,
): Core {
  const { random, grammar } = context;
  const { features, weights } = grammar;
  const { percent } = weights;
  const grouped = kind !== 'aggregate' && features.has('select.groupBy') && random.chance(percent.groupBy);
  const groupBy = grouped ? groupKeys(context) : [];
  const within = derive(context, { group: groupBy });
  const made = aggregateResults(within, shape, depth);
  const mayHave = kind !== 'aggregate' && features.has('select.having') && groupBy.length > 0;
  const having = mayHave && random.chance(percent.having);
  const core: Mutable<SelectCore> = { kind: 'core', columns: made.columns, from: found.item };
  if (where) core.where = where;
  if (groupBy.length > 0) core.groupBy = groupBy;
  if (having)
    core.having = random.oneIn(8) ? context.grow.anything(within) : context.grow.predicate(within, 1);
  return {
    core,
    results: made.results,
    common: found.common,
    recursive: found.recursive,
    rightward: found.rightward,
    orderable: orderableBy(within, made.results, (own) => context.grow.value(own, 'any', 0)),
  };
}

function groupKeys(context: GenerationContext): Expression[] {
  const { random, grow } = context;
  // Keys read this query's own columns: those of the query around it are the same for all rows.
  const mayAsk = !context.pure && context.grammar.features.has('subquery.inGroupBy') && random.oneIn(12);
  const own = derive(context, { outer: [], pure: !mayAsk, rare: mayAsk });
  const keys: Expression[] = [];
  for (let i = random.oneIn(3) ? 2 : 1; i > 0; i--) {
    const indexed = random.oneIn(6) ? indexedValue(own) : undefined;
    const key = indexed ?? grow.value(own, 'any', random.oneIn(5) ? 2 : 0);
    if (!isPositional(key)) keys.push(key);
  }
  return keys;
}

function valuesCore(context: GenerationContext, shape: QueryShape, most = 4): Core {
  const { random, grammar, outer } = context;
  const width = shape.columns ?? random.between(1, 3);
  // Of the queries around it, VALUES can read the rows.
  const around = derive(context, { sources: [], group: null });
  const value = () =>
    (outer.length > 0 && random.oneIn(3)) || random.oneIn(12)
      ? context.grow.value(around, 'any', 1)
      : literal(permitted(ordinaryValue(random, 'none', grammar), grammar));
  const rows = Array.from({ length: random.between(1, most) }, () => Array.from({ length: width }, value));
  const named = rows[0].map(
    (expression, i): Result => ({
      expression,
      column: { name: `column${i + 1}`, affinity: 'none', collation: 'BINARY' },
    }),
  );
  return {
    core: { kind: 'values', rows },
    results: named,
    common: [],
    recursive: false,
    rightward: false,
    orderable: { width, mayCollate: true },
  };
}
