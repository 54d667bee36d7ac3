// ORDER BY and LIMIT.

import type { Expression, OrderTerm, Select } from '../sql/ast.ts';
import { integer } from '../sql/build.ts';
import type { Context } from './context.ts';

/** What ORDER BY may name. */
export interface Orderable {
  /** How many columns the result has, if known. */
  readonly width?: number;
  /** An expression that may stand in ORDER BY; undefined where only result columns may. */
  readonly expression?: () => Expression;
  /** The expressions of the result columns, where they may be repeated. */
  readonly results?: readonly Expression[];
}

export function orderAndLimit(
  context: Context,
  orderable: Orderable,
): Pick<Select, 'orderBy' | 'limit' | 'offset'> {
  const { random, grammar } = context;
  const { features, weights } = grammar;
  const limited = features.has('select.limit') && random.chance(weights.percent.limit);
  // A LIMIT has one answer only under a total order.
  const total = random.chance(weights.percent.totalOrder);
  const ordered =
    features.has('select.orderBy') && ((limited && total) || random.chance(weights.percent.orderBy));
  const terms = ordered
    ? total
      ? totalOrder(context, orderable)
      : someOrder(context, orderable)
    : undefined;
  return {
    ...(terms !== undefined && terms.length > 0 ? { orderBy: terms } : {}),
    ...(limited ? limit(context) : {}),
  };
}

function limit(context: Context): Pick<Select, 'limit' | 'offset'> {
  const { random, grammar } = context;
  const offset = grammar.features.has('select.offset') && random.chance(grammar.weights.percent.offset);
  return {
    limit: integer(random.oneIn(20) ? -1 : random.between(0, 8)),
    ...(offset ? { offset: integer(random.between(0, 4)) } : {}),
  };
}

/** By all result columns. */
export function totalOrder(context: Context, { width, results }: Orderable): OrderTerm[] {
  const { random, grammar } = context;
  if (width !== undefined && width <= MOST_TERMS && grammar.features.has('order.number')) {
    const numbers = Array.from({ length: width }, (_, i) => i + 1);
    return random.shuffled(numbers).map((number) => term(context, integer(number), true));
  }
  if (results === undefined || results.length > MOST_TERMS) return [];
  return results.filter((result) => !isPositional(result)).map((result) => term(context, result, true));
}

function someOrder(context: Context, orderable: Orderable): OrderTerm[] {
  const { random, grammar } = context;
  const { width, expression } = orderable;
  return Array.from({ length: random.between(1, 2) }, (): OrderTerm | undefined => {
    if (
      width !== undefined &&
      grammar.features.has('order.number') &&
      (expression === undefined || random.oneIn(3))
    ) {
      return term(context, integer(random.between(1, width)), false);
    }
    const made = expression?.();
    return made === undefined || isPositional(made) ? undefined : term(context, made, false);
  }).filter((made) => made !== undefined);
}

function term(context: Context, expression: Expression, total: boolean): OrderTerm {
  const { random, grammar } = context;
  const { features } = grammar;
  return {
    expression,
    // A collation makes different texts equal, and then the order is no longer total.
    ...(!total && features.has('order.collate') && random.oneIn(8)
      ? { collation: random.pick(grammar.collations) }
      : {}),
    ...(features.has('order.descending') && random.oneIn(3) ? { descending: true } : {}),
    ...(features.has('order.nulls') && random.oneIn(8) ? { nulls: random.oneIn(2) ? 'FIRST' : 'LAST' } : {}),
  };
}

/** Would ORDER BY or GROUP BY take this for the number of a result column? */
export function isPositional(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'bigint';
    case 'hex':
      return true;
    case 'unary':
    case 'collate':
      return isPositional(expression.operand);
    case 'call':
      return (
        LIKELY.has(expression.name) && expression.arguments !== '*' && isPositional(expression.arguments[0])
      );
    default:
      return false;
  }
}

const LIKELY: ReadonlySet<string> = new Set(['likely', 'unlikely', 'likelihood']);
const MOST_TERMS = 12;
