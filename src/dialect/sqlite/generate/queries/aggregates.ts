// Aggregate and window functions over the columns of a query.

import type { Call, Expression, OrderTerm } from '../../../../sql/ast.ts';
import { call, countAll, integer, literal } from '../../../../sql/build.ts';
import { type Context, derive } from '../expressions/context.ts';
import { pickColumn, reference } from '../expressions/leaf.ts';

/**
 * The arguments read this query's own columns only: an aggregate belongs to the query whose columns it reads.
 * Where no aggregate is supported it gives a literal.
 */
export function aggregateCall(context: Context): Expression {
  const { random, grammar } = context;
  const { features, weights } = grammar;
  if (grammar.aggregates.length === 0) return integer(1);
  const name = random.weighted(grammar.aggregates);
  const inside = derive(context, { group: null, outer: [], pure: true });
  const filter =
    features.has('aggregate.filter') && random.chance(weights.percent.aggregateFilter)
      ? { filter: context.grow.predicate(inside, 1) }
      : {};
  if (name === 'countAll') return { ...countAll, ...filter };
  const isText = name === 'group_concat' || name === 'string_agg';
  const want = isText ? 'text' : name === 'count' || name === 'min' || name === 'max' ? 'any' : 'number';
  const given = [context.grow.value(inside, want, random.oneIn(4) ? 1 : 0)];
  const distinct = features.has('aggregate.distinct') && random.chance(weights.percent.aggregateDistinct);
  if (name === 'string_agg' || (isText && !distinct && random.oneIn(3)))
    given.push(literal(random.pick(SEPARATORS)));
  const mayBeDistinct = distinct && given.length === 1;
  return { ...call(name, ...given), ...(mayBeDistinct ? { distinct } : {}), ...filter };
}

/** A window function; undefined where none is supported. */
export function windowCall(context: Context): Call | undefined {
  const { random, grammar } = context;
  const { features } = grammar;
  if (grammar.windows.length === 0) return undefined;
  const inside = derive(context, { pure: true });
  const partitionBy = features.has('window.partitionBy') && random.oneIn(2) ? ownColumn(inside) : [];
  const descending = features.has('order.descending') && random.oneIn(3) ? { descending: true } : {};
  const orderBy: OrderTerm[] = features.has('window.orderBy')
    ? ownColumn(inside).map((expression) => ({ expression, ...descending }))
    : [];
  const name = random.weighted(grammar.windows);
  const framed = features.has('window.frame') && orderBy.length > 0 && random.oneIn(3);
  const frames = FRAMES.filter(
    (text) =>
      (features.has('window.frame.groups') || !text.startsWith('GROUPS')) &&
      (features.has('window.frame.exclude') || !text.includes('EXCLUDE')),
  );
  const frame = framed ? { frame: random.pick(frames) } : {};
  return { ...call(name, ...windowArguments(inside, name)), over: { partitionBy, orderBy, ...frame } };
}

function ownColumn(context: Context): Expression[] {
  const reach = pickColumn(derive(context, { outer: [] }), 'any');
  return reach === undefined ? [] : [reference(context, reach)];
}

function windowArguments(context: Context, name: string): Expression[] {
  const { random, grow } = context;
  const item = () => grow.value(context, 'any', 0);
  switch (name) {
    case 'ntile':
      return [integer(random.between(1, 4))];
    case 'lag':
    case 'lead':
      return random.oneIn(2) ? [item()] : [item(), integer(random.between(0, 2)), literal(null)];
    case 'first_value':
    case 'last_value':
      return [item()];
    case 'nth_value':
      return [item(), integer(random.between(1, 3))];
    default:
      return [];
  }
}

const SEPARATORS = [',', '', '; ', '|'];
const FRAMES = [
  'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW',
  'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING',
  'RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW',
  'GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING',
  'ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW',
];
