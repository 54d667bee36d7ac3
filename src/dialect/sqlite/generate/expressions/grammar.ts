// The productions that an engine's features and a plan's weights leave, prepared once so that choosing is cheap.

import type {
  ArithmeticOperator,
  BinaryOperator,
  BitwiseOperator,
  Collation,
  ComparisonOperator,
  CompoundOperator,
  JoinOperator,
  UnaryOperator,
} from '../../../../sql/ast.ts';
import { type FeatureId, isFeatureId } from '../../features/catalogue.ts';
import type { FeatureSet } from '../../features/feature-set.ts';
import type { AggregateDraw, Want, WindowDraw } from '../../functions/function.ts';
import type { Weights } from '../weights.ts';
import {
  type Drawable,
  type DrawableScalar,
  drawableAggregates,
  drawableScalars,
  drawableWindows,
} from './drawable-functions.ts';

/** For `Random.weighted()`; may be empty. */
export type Choices<T> = readonly (readonly [weight: number, item: T])[];

export type PredicateName = keyof Weights['predicate'];
export type ExpressionName = keyof Weights['expression'];

export type Kind =
  | { readonly of: 'condition'; readonly name: PredicateName }
  | { readonly of: 'value'; readonly name: ExpressionName };

export interface Grammar {
  readonly features: FeatureSet;
  readonly weights: Weights;
  readonly comparisons: Choices<ComparisonOperator>;
  /** Those that row values allow. */
  readonly orderings: Choices<ComparisonOperator>;
  readonly arithmetic: Choices<ArithmeticOperator>;
  readonly bitwise: Choices<BitwiseOperator>;
  readonly unary: Choices<Exclude<UnaryOperator, 'NOT'>>;
  readonly patterns: Choices<'LIKE' | 'GLOB'>;
  readonly predicates: Choices<PredicateName>;
  /** Without subqueries. */
  readonly purePredicates: Choices<PredicateName>;
  /** Those that are made of leaves. */
  readonly shortPredicates: Choices<PredicateName>;
  readonly expressions: Readonly<Record<Want, Choices<ExpressionName>>>;
  /** The kinds of both, for places that take any. */
  readonly kinds: readonly Kind[];
  readonly pureKinds: readonly Kind[];
  readonly functions: Functions;
  /** Those that give the same on every machine. */
  readonly pureFunctions: Functions;
  readonly aggregates: Choices<Drawable<AggregateDraw>>;
  readonly windows: Choices<Drawable<WindowDraw>>;
  readonly joins: Choices<JoinOperator>;
  readonly joinConditions: Choices<keyof Weights['joinCondition']>;
  readonly compounds: Choices<CompoundOperator>;
  readonly collations: readonly Collation[];
}

const known = new WeakMap<FeatureSet, WeakMap<Weights, Grammar>>();

export function grammarOf(features: FeatureSet, weights: Weights): Grammar {
  let ofFeatures = known.get(features);
  if (ofFeatures === undefined) known.set(features, (ofFeatures = new WeakMap()));
  let grammar = ofFeatures.get(weights);
  if (grammar === undefined) ofFeatures.set(weights, (grammar = prepare(features, weights)));
  return grammar;
}

function prepare(features: FeatureSet, weights: Weights): Grammar {
  const operators = <T extends BinaryOperator>(all: Choices<T>): Choices<T> =>
    all.filter(([, operator]) => features.has(`operator.${operator}`));
  const patterns = LIKES.filter(([, operator]) =>
    features.has(operator === 'LIKE' ? 'expression.like' : 'expression.glob'),
  );
  const arithmetic = operators(ARITHMETIC);
  const bitwise = operators(BITWISE);
  const unary = UNARY.filter(([, operator]) => features.has(`unary.${operator}`));
  const functions = drawableScalars.flatMap((drawable): [number, DrawableScalar][] => {
    const weight = weights.functions[drawable.family];
    const ids = [drawable.id, ...(drawable.draw.needs ?? [])];
    return weight > 0 && ids.every((id) => features.has(id)) ? [[weight, drawable]] : [];
  });
  const exact = functions.filter(([, { isExact }]) => isExact);
  const present: Partial<Record<ExpressionName | PredicateName, boolean>> = {
    arithmetic: arithmetic.length > 0,
    bitwise: bitwise.length > 0,
    unary: unary.length > 0,
    function: functions.length > 0,
    like: patterns.length > 0,
    case: features.has('expression.case') || features.has('expression.caseOperand'),
  };
  const allowed = <K extends string>(
    of: Readonly<Record<K, number>>,
    needs: Readonly<Partial<Record<K, readonly FeatureId[]>>>,
    among: readonly K[] = Object.keys(of) as K[],
  ): Choices<K> =>
    among
      .filter((name) => of[name] > 0 && (present as Partial<Record<string, boolean>>)[name] !== false)
      .filter((name) => (needs[name] ?? namesake(name)).every((id) => features.has(id)))
      .map((name) => [of[name], name] as const);
  const predicates = withFallback(allowed(weights.predicate, PREDICATE_NEEDS), 'compareStored');
  const kinds = kindsOf(predicates, allowed(weights.expression, EXPRESSION_NEEDS));
  const expressionsOf = (among?: readonly ExpressionName[]) =>
    withFallback(allowed(weights.expression, EXPRESSION_NEEDS, among), 'column');
  return {
    features,
    weights,
    comparisons: operators(COMPARISONS),
    orderings: operators(ORDERINGS),
    arithmetic,
    bitwise,
    unary,
    patterns,
    predicates,
    purePredicates: withFallback(
      predicates.filter(([, name]) => !ASKING.has(name)),
      'compareStored',
    ),
    shortPredicates: withFallback(
      predicates.filter(([, name]) => SHORT.has(name)),
      'compareStored',
    ),
    expressions: {
      any: expressionsOf(),
      number: expressionsOf(NUMBER_EXPRESSIONS),
      text: expressionsOf(TEXT_EXPRESSIONS),
    },
    kinds,
    pureKinds: kinds.filter(({ name }) => !ASKING.has(name)),
    functions: functionsByWant(functions),
    pureFunctions: functionsByWant(exact),
    aggregates: byOwnWeight(drawableAggregates, features),
    windows: features.has('window.over') ? byOwnWeight(drawableWindows, features) : [],
    joins: allowed(weights.join, JOIN_NEEDS).map(([weight, name]) => [weight, JOIN_OPERATORS[name]] as const),
    joinConditions: allowed(weights.joinCondition, JOIN_CONDITION_NEEDS),
    compounds: COMPOUNDS.filter(([, operator]) => features.has(`compound.${operator}`)),
    collations: features.has('expression.collate.RTRIM')
      ? ['BINARY', 'NOCASE', 'RTRIM']
      : ['BINARY', 'NOCASE'],
  };
}

function byOwnWeight<Draw extends { readonly weight: number }>(
  drawables: readonly Drawable<Draw>[],
  features: FeatureSet,
): Choices<Drawable<Draw>> {
  return drawables
    .filter(({ id }) => features.has(id))
    .map((drawable) => [drawable.draw.weight, drawable] as const);
}

function withFallback<T>(choices: Choices<T>, fallback: T): Choices<T> {
  return choices.length > 0 ? choices : [[1, fallback]];
}

/** Without those that only say again what another one does, and the clock. */
function kindsOf(predicates: Choices<PredicateName>, expressions: Choices<ExpressionName>): readonly Kind[] {
  const kinds: Kind[] = [];
  for (const [, name] of predicates) if (!OTHER_FORMS.has(name)) kinds.push({ of: 'condition', name });
  for (const [, name] of expressions) if (!OTHER_FORMS.has(name)) kinds.push({ of: 'value', name });
  return kinds;
}

const OTHER_FORMS: ReadonlySet<PredicateName | ExpressionName> = new Set<PredicateName | ExpressionName>([
  'compareStored',
  'compareColumns',
  'indexed',
  'truthTest',
  'value',
  'bitwise',
  'concat',
  'predicate',
  'current',
]);

/** Those with a subquery. */
const ASKING: ReadonlySet<PredicateName | ExpressionName> = new Set<PredicateName | ExpressionName>([
  'exists',
  'inSelect',
  'scalarSubquery',
]);

const SHORT: ReadonlySet<PredicateName> = new Set<PredicateName>([
  'compareStored',
  'compareColumns',
  'between',
  'inList',
  'nullTest',
  'like',
  'rowValue',
]);

const COMPARISONS: Choices<ComparisonOperator> = [
  [10, '='],
  [1, '=='],
  [4, '<>'],
  [1, '!='],
  [7, '<'],
  [5, '<='],
  [7, '>'],
  [5, '>='],
  [2, 'IS'],
  [2, 'IS NOT'],
  [1, 'IS DISTINCT FROM'],
  [1, 'IS NOT DISTINCT FROM'],
];

const ORDERINGS: Choices<ComparisonOperator> = [
  [3, '='],
  [2, '<>'],
  [3, '<'],
  [3, '<='],
  [3, '>'],
  [3, '>='],
  [1, 'IS'],
  [1, 'IS NOT'],
];

const ARITHMETIC: Choices<ArithmeticOperator> = [
  [5, '+'],
  [5, '-'],
  [3, '*'],
  [2, '/'],
  [2, '%'],
];

const BITWISE: Choices<BitwiseOperator> = [
  [2, '&'],
  [2, '|'],
  [1, '<<'],
  [1, '>>'],
];

const UNARY: Choices<Exclude<UnaryOperator, 'NOT'>> = [
  [4, '-'],
  [2, '+'],
  [2, '~'],
];

type Functions = Readonly<Record<Want, Choices<DrawableScalar>>>;

function functionsByWant(any: Choices<DrawableScalar>): Functions {
  const of = (want: 'number' | 'text') =>
    any.filter(([, { draw }]) => draw.gives === want || draw.gives === 'any');
  return { any, number: of('number'), text: of('text') };
}

const LIKES: Choices<'LIKE' | 'GLOB'> = [
  [3, 'LIKE'],
  [2, 'GLOB'],
];

const COMPOUNDS: Choices<CompoundOperator> = [
  [3, 'UNION'],
  [4, 'UNION ALL'],
  [2, 'INTERSECT'],
  [2, 'EXCEPT'],
];

const JOIN_OPERATORS: Readonly<Record<keyof Weights['join'], JoinOperator>> = {
  comma: ',',
  inner: 'JOIN',
  cross: 'CROSS JOIN',
  left: 'LEFT JOIN',
  right: 'RIGHT JOIN',
  full: 'FULL JOIN',
};

const JOIN_NEEDS: Readonly<Record<keyof Weights['join'], readonly FeatureId[]>> = {
  comma: ['join.comma'],
  inner: ['join.inner'],
  cross: ['join.cross'],
  left: ['join.left'],
  right: ['join.right'],
  full: ['join.full'],
};

const JOIN_CONDITION_NEEDS: Readonly<Record<keyof Weights['joinCondition'], readonly FeatureId[]>> = {
  on: ['join.on'],
  using: ['join.using'],
  natural: ['join.natural'],
};

/** Where nothing else is said, a production needs the feature that is called like it. */
function namesake(name: string): readonly FeatureId[] {
  const id = `expression.${name}`;
  return isFeatureId(id) ? [id] : [];
}

const PREDICATE_NEEDS: Readonly<Partial<Record<PredicateName, readonly FeatureId[]>>> = {
  truthTest: ['literal.boolean', 'operator.IS', 'operator.IS TRUE'],
  and: ['operator.AND'],
  or: ['operator.OR'],
  not: ['unary.NOT'],
  // One of several operators is enough.
  like: [],
};

const EXPRESSION_NEEDS: Readonly<Partial<Record<ExpressionName, readonly FeatureId[]>>> = {
  concat: ['operator.||'],
  // One of two forms is enough.
  case: [],
  hex: ['literal.hex'],
  boolean: ['literal.boolean'],
  current: ['literal.current'],
};

const NUMBER_EXPRESSIONS: readonly ExpressionName[] = [
  'column',
  'indexed',
  'literal',
  'arithmetic',
  'bitwise',
  'unary',
  'function',
  'case',
  'cast',
  'predicate',
  'scalarSubquery',
  'hex',
  'boolean',
];

const TEXT_EXPRESSIONS: readonly ExpressionName[] = [
  'column',
  'literal',
  'concat',
  'function',
  'case',
  'cast',
  'collate',
  'scalarSubquery',
  'current',
];
