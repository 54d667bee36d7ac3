// Aggregate and window functions over the columns of a query.

import type { Call, Expression, OrderTerm } from '../../../../sql/ast.ts';
import { binary, call, column as columnNamed, integer, literal } from '../../../../sql/build.ts';
import { columnsIn } from '../../../../sql/index.ts';
import { argument } from '../expressions/function-arguments.ts';
import { derive, type GenerationContext } from '../expressions/generation-context.ts';
import { pickColumn, reference } from '../expressions/leaf.ts';
import { scalarSubquery } from './subqueries.ts';

/**
 * The arguments read this query's own columns only: an aggregate belongs to the query whose columns it reads.
 * Where no aggregate is supported it gives a literal.
 */
export function aggregateCall(context: GenerationContext): Expression {
  const { random, grammar } = context;
  const { features, weights } = grammar;
  if (grammar.aggregates.length === 0) return integer(1);
  const { name, draw } = random.weighted(grammar.aggregates);
  const mayAsk = features.has('subquery.inAggregate') && random.oneIn(8);
  const inside = derive(context, { group: null, outer: [], pure: context.pure || !mayAsk });
  const filter =
    features.has('aggregate.filter') && random.chance(weights.percent.aggregateFilter)
      ? { filter: context.grow.predicate(derive(inside, { rare: true }), 1) }
      : {};
  const { takes, further, optional } = draw;
  if (takes === '*') return { kind: 'call', name, arguments: '*', ...filter };
  const asked = mayAsk && random.oneIn(2) ? scalarSubquery(inside, 1) : undefined;
  const own = asked ?? context.grow.value(inside, takes, mayAsk ? 2 : random.oneIn(4) ? 1 : 0);
  const given = [withOuter(context, own)];
  const distinct = features.has('aggregate.distinct') && random.chance(weights.percent.aggregateDistinct);
  if (further !== undefined) given.push(literal(random.pick(further)));
  if (optional !== undefined && !distinct && random.oneIn(3)) given.push(literal(random.pick(optional)));
  const mayBeDistinct = distinct && given.length === 1;
  return { ...call(name, ...given), ...(mayBeDistinct ? { distinct } : {}), ...filter };
}

/** Together with a column of the query around: the aggregate still belongs to this query, if it reads a column of its own. */
function withOuter(context: GenerationContext, own: Expression): Expression {
  const { random, grammar, outer, sources } = context;
  const { features } = grammar;
  if (outer.length === 0 || !features.has('aggregate.outerColumn') || !random.oneIn(5)) return own;
  if (!columnsIn(own).some(({ table }) => sources.some(({ name }) => name === table))) return own;
  const around = pickColumn(derive(context, { sources: [], group: null }), 'number');
  const operator = random.pick(['+', '-', '||'] as const);
  if (around === undefined || !features.has(`operator.${operator}`)) return own;
  return binary(own, operator, columnNamed(around.column.name, around.source.name));
}

/** A window function; undefined where none is supported. */
export function windowCall(context: GenerationContext): Call | undefined {
  const { random, grammar } = context;
  const { features } = grammar;
  if (grammar.windows.length === 0) return undefined;
  const inside = derive(context, { pure: !random.oneIn(3), rare: random.oneIn(3) });
  const partitionBy = features.has('window.partitionBy') && random.oneIn(2) ? ownKey(inside) : [];
  const descending = features.has('order.descending') && random.oneIn(3) ? { descending: true } : {};
  const orderBy: OrderTerm[] = features.has('window.orderBy')
    ? ownColumn(inside).map((expression) => ({ expression, ...descending }))
    : [];
  const aggregated = features.has('window.aggregate') && random.oneIn(3) ? aggregateCall(inside) : undefined;
  const isPlain = aggregated?.kind === 'call' && aggregated.distinct !== true;
  const isFiltered = isPlain && aggregated.filter !== undefined;
  if (isPlain && (!isFiltered || features.has('window.filter'))) {
    const given = frameFor(context, orderBy);
    return { ...aggregated, over: { partitionBy, orderBy, ...given } };
  }
  const { name, draw } = random.weighted(grammar.windows);
  const takes = draw.takes.length === 1 ? draw.takes[0] : random.pick(draw.takes);
  const given = takes.map((kind) => argument(inside, kind, 'any', 1));
  return { ...call(name, ...given), over: { partitionBy, orderBy, ...frameFor(context, orderBy) } };
}

function frameFor(
  { random, grammar: { features } }: GenerationContext,
  orderBy: readonly OrderTerm[],
): { readonly frame?: string } {
  if (!features.has('window.frame') || orderBy.length === 0 || !random.oneIn(3)) return {};
  const frames = FRAMES.filter(
    (text) =>
      (features.has('window.frame.groups') || !text.startsWith('GROUPS')) &&
      (features.has('window.frame.exclude') || !text.includes('EXCLUDE')),
  );
  return { frame: random.pick(frames) };
}

/** Mostly a column. */
function ownKey(context: GenerationContext): Expression[] {
  if (!context.random.oneIn(3)) return ownColumn(context);
  return [context.grow.value(derive(context, { outer: [], rare: context.random.oneIn(2) }), 'any', 1)];
}

function ownColumn(context: GenerationContext): Expression[] {
  const reach = pickColumn(derive(context, { outer: [] }), 'any');
  return reach === undefined ? [] : [reference(context, reach)];
}

const FRAMES = [
  'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW',
  'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING',
  'RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW',
  'GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING',
  'ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW',
];
