// ORDER BY and LIMIT.

import type { Expression, OrderTerm, ResultColumn, Select, SelectBody } from '../../../../sql/ast.ts';
import { binary, call, cast, column, FALSE, integer, NULL, TRUE, text } from '../../../../sql/build.ts';
import type { FeatureId } from '../../features/catalogue.ts';
import { scalarOf as functionOf } from '../../functions/lookup.ts';
import type { GenerationContext } from '../expressions/generation-context.ts';

/** What ORDER BY may name. */
export interface Orderable {
  /** How many columns the result has, if known. */
  readonly width?: number;
  /** Names of result columns that ORDER BY may use; not given where any expression may stand. */
  readonly names?: readonly string[];
  /** An expression that may stand in ORDER BY; undefined where only result columns may. */
  readonly expression?: () => Expression;
  /** SQLite 3.50 does not find the columns of a grouped part of a compound that is ordered by a collation. */
  readonly mayCollate: boolean;
  /** The expressions of the result columns, where they may be repeated. */
  readonly results?: () => readonly (Expression | undefined)[];
}

export function orderAndLimit(
  context: GenerationContext,
  orderable: Orderable,
): Pick<Select, 'orderBy' | 'limit' | 'offset'> {
  const { random, grammar } = context;
  const { features, weights } = grammar;
  const limited =
    features.has('select.limit') && random.chance(context.rare ? RARE_LIMIT_PERCENT : weights.percent.limit);
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

function limit(context: GenerationContext): Pick<Select, 'limit' | 'offset'> {
  const { random, grammar } = context;
  const offset = grammar.features.has('select.offset') && random.chance(grammar.weights.percent.offset);
  const isComputed = grammar.features.has('select.limit.expression') && random.oneIn(context.rare ? 2 : 4);
  const written = (count: number) => (isComputed ? computed(context, count) : integer(count));
  return {
    limit: written(limitValue(context)),
    ...(offset ? { offset: written(random.between(0, 4)) } : {}),
  };
}

/** An expression with this value, of any kind that can have it. */
export function computed({ random, grammar: { features } }: GenerationContext, count: number): Expression {
  const less = random.between(-2, 2);
  const forms: readonly (readonly [FeatureId, () => Expression])[] = [
    ['operator.+', () => binary(integer(count - less), '+', integer(less))],
    ['operator.-', () => binary(integer(count + less), '-', integer(less))],
    ['unary.-', () => ({ kind: 'unary', operator: '-', operand: integer(-count) })],
    ['unary.+', () => ({ kind: 'unary', operator: '+', operand: integer(count) })],
    ['expression.cast', () => cast(text(String(count)), 'INTEGER')],
    ['subquery.inLimit', () => scalarOf({ kind: 'core', columns: [shown(integer(count))] })],
    ['function.abs', () => (count < 0 ? integer(count) : call('abs', integer(-count)))],
    ['function.coalesce', () => call('coalesce', NULL, integer(count))],
    [
      'expression.case',
      // biome-ignore lint/suspicious/noThenProperty: a branch of CASE has one.
      () => ({ kind: 'case', branches: [{ when: integer(1), then: integer(count) }] }),
    ],
    ['literal.hex', () => (count < 0 ? integer(count) : { kind: 'hex', digits: count.toString(16) })],
    ['operator.<', () => (count === 1 ? binary(integer(1), '<', integer(2)) : integer(count))],
    ['literal.boolean', () => (count === 1 ? TRUE : count === 0 ? FALSE : integer(count))],
  ];
  const possible = forms.filter(([id]) => features.has(id));
  return possible.length === 0 ? integer(count) : random.pick(possible)[1]();
}

function scalarOf(body: SelectBody): Expression {
  return { kind: 'scalar', select: { kind: 'select', body } };
}

function shown(expression: Expression): ResultColumn {
  return { kind: 'expression', expression };
}

function limitValue({ random, grammar: { features } }: GenerationContext): number {
  if (features.has('select.limit.negative') && random.oneIn(20)) return -1;
  return random.between(features.has('select.limit.zero') ? 0 : 1, 8);
}

/** By all result columns. Without COLLATE: it makes different texts equal, and then the order is not total. */
export function totalOrder(
  context: GenerationContext,
  { width, results, names = [] }: Orderable,
): OrderTerm[] {
  const { random, grammar } = context;
  if (width !== undefined && width <= MOST_TERMS && grammar.features.has('order.number')) {
    const numbers = Array.from({ length: width }, (_, i) => i + 1);
    const byName = names.length === width && grammar.features.has('compound.orderBy.name') && random.oneIn(3);
    return random
      .shuffled(numbers)
      .map((number) => term(context, byName ? column(names[number - 1]) : integer(number), false));
  }
  const known = grammar.features.has('order.expression') ? (results?.() ?? []) : [];
  if (known.length > MOST_TERMS || known.includes(undefined)) return [];
  return known
    .filter((result) => result !== undefined && !isPositional(result))
    .map((result) => term(context, result as Expression, false));
}

function someOrder(context: GenerationContext, orderable: Orderable): OrderTerm[] {
  const { random, grammar } = context;
  const { width, expression, names = [] } = orderable;
  const mayName = names.length > 0 && grammar.features.has('compound.orderBy.name');
  return Array.from({ length: random.between(1, 2) }, (): OrderTerm | undefined => {
    if (mayName && random.oneIn(2)) return term(context, column(random.pick(names)), orderable.mayCollate);
    if (
      width !== undefined &&
      grammar.features.has('order.number') &&
      (expression === undefined || random.oneIn(3))
    ) {
      return term(context, integer(random.between(1, width)), orderable.mayCollate);
    }
    const made = grammar.features.has('order.expression') ? expression?.() : undefined;
    return made === undefined || isPositional(made) ? undefined : term(context, made, orderable.mayCollate);
  }).filter((made) => made !== undefined);
}

function term(context: GenerationContext, expression: Expression, mayCollate: boolean): OrderTerm {
  const { random, grammar } = context;
  const { features } = grammar;
  const made: { -readonly [K in keyof OrderTerm]: OrderTerm[K] } = { expression };
  if (mayCollate && random.oneIn(8) && features.has('order.collate'))
    made.collation = random.pick(grammar.collations);
  if (random.oneIn(3) && features.has('order.descending')) made.descending = true;
  if (random.oneIn(8) && features.has('order.nulls')) made.nulls = random.oneIn(2) ? 'FIRST' : 'LAST';
  return made;
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
        expression.arguments !== '*' &&
        functionOf(expression)?.isHint === true &&
        isPositional(expression.arguments[0])
      );
    default:
      return false;
  }
}

const MOST_TERMS = 12;
const RARE_LIMIT_PERCENT = 40;
