// Expressions in boolean places. Most compare a column with a stored value or its neighbour, so that the rows differ
// in the answer.

import type { Between, Expression, InList, Like, RowValue } from '../../../../sql/ast.ts';
import { binary, call, cast, integer, literal, NULL, not, text } from '../../../../sql/build.ts';
import { columnsIn, type SqlValue } from '../../../../sql/index.ts';
import { type SourceColumn, storedValue } from '../queries/source.ts';
import { existsPredicate, inSelectPredicate, rowSubquery, scalarSubquery } from '../queries/subqueries.ts';
import { collated, permitted } from '../values/values.ts';
import { atStoredRow } from './at-stored-row.ts';
import { derive, type GenerationContext } from './generation-context.ts';
import type { Choices, PredicateName } from './grammar.ts';
import { indexedCondition } from './indexed.ts';
import { columnLeaf, comparand, pickTelling, type Reach, reference } from './leaf.ts';
import { patternFor } from './patterns.ts';

type Make = (context: GenerationContext, depth: number) => Expression;

export function predicate(context: GenerationContext, depth: number): Expression {
  const { random, grammar } = context;
  if (random.oneIn(context.rare ? RARE_ONE_IN : ANYTHING_ONE_IN)) return context.grow.anything(context);
  if (context.group !== null) {
    // Over groups nothing is stored that a condition could be about.
    const made = depth <= 0 ? 'compareExpressions' : random.weighted(GROUPED);
    return PRODUCTIONS[made](context, depth);
  }
  if (depth <= 0) return PRODUCTIONS[random.weighted(grammar.shortPredicates)](context, 0);
  const pure = context.pure || context.statement.subqueriesLeft <= 0;
  return PRODUCTIONS[random.weighted(pure ? grammar.purePredicates : grammar.predicates)](context, depth);
}

export function predicateOf(context: GenerationContext, name: PredicateName, depth: number): Expression {
  return PRODUCTIONS[name](context, depth);
}

const RARE_ONE_IN = 2;
const ANYTHING_ONE_IN = 60;

function compareStored(context: GenerationContext): Expression {
  const { random, grammar } = context;
  const reach = pickTelling(context, 'any');
  if (reach === undefined) return compareExpressions(context, 0);
  const operator = random.weighted(grammar.comparisons);
  const left = operand(context, reach);
  const value = comparand(context, reach.column);
  const isCollated = left.kind === 'collate' || reach.column.collation !== 'BINARY';
  const right = literal(isCollated && random.oneIn(3) ? permitted(collated(random, value), grammar) : value);
  return random.oneIn(8) ? binary(right, operator, left) : binary(left, operator, right);
}

/** The column itself, now and then in a form that changes its collation or affinity. */
function operand(context: GenerationContext, reach: Reach): Expression {
  const { random, grammar } = context;
  const column = reference(context, reach);
  if (!random.oneIn(6)) return column;
  if (random.oneIn(2) && grammar.features.has('expression.collate')) {
    return { kind: 'collate', operand: column, collation: random.pick(grammar.collations) };
  }
  return grammar.features.has('unary.+') ? { kind: 'unary', operator: '+', operand: column } : column;
}

/** A column to ask about; over groups there is none. */
function telling(context: GenerationContext): Reach | undefined {
  return context.group === null ? pickTelling(context, 'any') : undefined;
}

function compareColumns(context: GenerationContext): Expression {
  const left = columnLeaf(context, 'any');
  const right = columnLeaf(context, 'any');
  return binary(left, context.random.weighted(context.grammar.comparisons), right);
}

/** `e < e'`, where e' mostly is e with one stored row put in for its columns. */
function compareExpressions(context: GenerationContext, depth: number): Expression {
  const { random, grammar } = context;
  const want = random.oneIn(2) ? 'number' : random.oneIn(2) ? 'text' : 'any';
  const operator = random.weighted(grammar.comparisons);
  const usePoint = depth > 0 && context.group === null && context.sources.length > 0 && random.chance(75);
  if (!usePoint) {
    const left = context.grow.value(context, want, depth - 1);
    return binary(left, operator, context.grow.value(context, want, context.group ? 0 : depth - 1));
  }
  const left = context.grow.value(derive(context, { pure: true, outer: [] }), want, depth - 1);
  if (columnsIn(left).length === 0) return binary(columnLeaf(context, want), operator, left);
  return binary(left, operator, atStoredRow(context, left));
}

function between(context: GenerationContext, depth: number): Expression {
  const { random } = context;
  const negated = random.oneIn(4);
  const reach = telling(context);
  if (reach === undefined || random.oneIn(6)) {
    const [item, low, high] = [0, 1, 2].map(() => context.grow.value(context, 'number', depth - 1));
    return { kind: 'between', operand: item, low, high, negated };
  }
  let low = comparand(context, reach.column);
  let high = comparand(context, reach.column);
  if (isAfter(low, high) && !random.oneIn(8)) [low, high] = [high, low];
  return {
    kind: 'between',
    operand: orAnything(context, () => operand(context, reach)),
    low: orAnything(context, () => literal(low)),
    high: orAnything(context, () => literal(high)),
    negated,
  } satisfies Between;
}

/** Now and then anything else. */
function orAnything(context: GenerationContext, make: () => Expression): Expression {
  return context.random.oneIn(ANYTHING_ONE_IN) ? context.grow.anything(context) : make();
}

function isAfter(a: SqlValue, b: SqlValue): boolean {
  const number = (value: SqlValue) => typeof value === 'bigint' || typeof value === 'number';
  if (number(a) && number(b)) return (a as number) > (b as number);
  if (typeof a === 'string' && typeof b === 'string') return a > b;
  return number(b);
}

/** A query in parentheses of its own is a list all the same: its rows count, and not only the first. */
function onlyItem(context: GenerationContext, depth: number): Expression | undefined {
  const list = context.random.oneIn(2) ? inSelectPredicate(context, depth) : undefined;
  return list?.kind === 'inSelect' && list.operand.kind !== 'row'
    ? { kind: 'scalar', select: list.select }
    : scalarSubquery(context, depth);
}

function inList(context: GenerationContext, depth: number): Expression {
  const { random, grammar } = context;
  const reach = telling(context);
  const list: Expression[] = [];
  const isEmpty = grammar.features.has('expression.inList.empty') && random.oneIn(30);
  const asked =
    !isEmpty && depth > 0 && grammar.features.has('expression.inList.subquery') && random.oneIn(20)
      ? onlyItem(context, depth)
      : undefined;
  if (asked !== undefined) list.push(asked);
  const length = isEmpty || asked !== undefined ? 0 : random.between(1, 4);
  for (let i = 0; i < length; i++) {
    if (random.oneIn(25)) list.push(NULL);
    else if (reach === undefined || random.oneIn(12))
      list.push(context.grow.value(context, 'any', depth - 2));
    else list.push(orAnything(context, () => literal(comparand(context, reach.column))));
  }
  const item = orAnything(context, () =>
    reach ? operand(context, reach) : context.grow.value(context, 'any', depth - 1),
  );
  return { kind: 'inList', operand: item, list, negated: random.oneIn(3) } satisfies InList;
}

function nullTest(context: GenerationContext, depth: number): Expression {
  const { random } = context;
  const form = random.pick(NULL_TESTS);
  let reach = telling(context);
  if (reach?.column.notNull) reach = telling(context);
  const item =
    reach && !random.oneIn(4) ? reference(context, reach) : context.grow.value(context, 'any', depth - 1);
  return { kind: 'nullTest', form, operand: item };
}

function like(context: GenerationContext, depth: number): Expression {
  const { random, grammar } = context;
  const { features } = grammar;
  if (grammar.patterns.length === 0) return compareExpressions(context, depth);
  const operator = random.weighted(grammar.patterns);
  const reach = context.group === null ? pickTelling(context, 'text') : undefined;
  if (reach === undefined && context.group === null) return compareExpressions(context, depth);
  const escapeCharacter =
    operator === 'LIKE' && random.oneIn(6) && features.has('expression.likeEscape') ? '\\' : '';
  const stored = reach && storedValue(random, reach.column);
  const mayBeAny = features.has('expression.like.blob');
  const item =
    reach === undefined || random.oneIn(6)
      ? context.grow.value(context, 'text', depth - 1)
      : reference(context, reach);
  const operandOf = () => (mayBeAny ? orAnything(context, () => item) : cast(item, 'TEXT'));
  const pattern = () => literal(permitted(patternFor(random, operator, stored, escapeCharacter), grammar));
  return {
    kind: 'like',
    operator,
    operand: operandOf(),
    pattern:
      escapeCharacter === '' && mayBeAny && random.oneIn(8)
        ? context.grow.value(context, 'text', depth - 1)
        : mayBeAny
          ? orAnything(context, pattern)
          : pattern(),
    ...(escapeCharacter === '' ? {} : { escape: escaped(context, escapeCharacter) }),
    negated: random.oneIn(4),
  } satisfies Like;
}

/** The character, now and then computed. */
function escaped({ random, grammar: { features } }: GenerationContext, character: string): Expression {
  const plain = literal(character);
  if (!random.oneIn(4)) return plain;
  switch (random.below(6)) {
    case 0:
      return features.has('expression.cast') ? cast(plain, 'TEXT') : plain;
    case 1:
      return features.has('operator.||') ? binary(plain, '||', text('')) : plain;
    case 2:
      return features.has('function.coalesce') ? call('coalesce', NULL, plain) : plain;
    case 3:
      return features.has('literal.hex') ? { kind: 'hex', digits: '5' } : plain;
    case 4:
      return features.has('unary.+') ? { kind: 'unary', operator: '+', operand: plain } : plain;
    default:
      return features.has('expression.case')
        ? // biome-ignore lint/suspicious/noThenProperty: a branch of CASE has one.
          { kind: 'case', branches: [{ when: integer(1), then: plain }] }
        : plain;
  }
}

function truthTest(context: GenerationContext, depth: number): Expression {
  const { random, grammar, grow } = context;
  const operator = grammar.features.has('operator.IS NOT') && random.oneIn(2) ? 'IS NOT' : 'IS';
  return binary(grow.predicate(context, depth - 1), operator, { kind: 'boolean', value: random.oneIn(2) });
}

function rowValue(context: GenerationContext, depth: number): Expression {
  const { random, grammar } = context;
  const [first, second] = [pickTelling(context, 'any'), pickTelling(context, 'any')];
  if (first === undefined || second === undefined) return compareExpressions(context, depth);
  const row = (items: readonly Expression[]): RowValue => ({ kind: 'row', items });
  const columns = row([reference(context, first), reference(context, second)]);
  const point = () => row(storedPair(context, first.column, second.column).map(literal));
  if (depth > 0 && grammar.features.has('expression.rowValue.subquery') && random.oneIn(3)) {
    const asked = rowSubquery(context, depth);
    if (asked !== undefined) {
      const operator = random.weighted(grammar.orderings);
      return random.oneIn(4) ? binary(asked, operator, columns) : binary(columns, operator, asked);
    }
  }
  const form = random.below(10);
  if (form === 0)
    return { kind: 'between', operand: columns, low: point(), high: point(), negated: random.oneIn(4) };
  const other =
    form < 4 ? row([columnLeaf(context, 'any'), context.grow.value(context, 'any', depth - 2)]) : point();
  return form === 4
    ? binary(other, random.weighted(grammar.orderings), columns)
    : binary(columns, random.weighted(grammar.orderings), other);
}

/** Values of both columns, from the same row if they are of one table. */
function storedPair(context: GenerationContext, first: SourceColumn, second: SourceColumn): SqlValue[] {
  const { random, grammar } = context;
  const { sample } = first;
  if (sample === undefined || sample !== second.sample || sample.rowCount === 0) {
    return [comparand(context, first), comparand(context, second)];
  }
  const row = sample.rowAt(random.below(sample.rowCount));
  const other = random.oneIn(3) ? comparand(context, second) : row[second.position];
  return [row[first.position], other].map((value) => permitted(value, grammar));
}

const NULL_TESTS = ['ISNULL', 'NOTNULL', 'NOT NULL'] as const;

const PRODUCTIONS: Readonly<Record<PredicateName, Make>> = {
  compareStored,
  compareColumns,
  compareExpressions,
  between,
  inList,
  nullTest,
  like,
  truthTest,
  and: (context, depth) => joined(context, 'AND', depth),
  or: (context, depth) => joined(context, 'OR', depth),
  not: (context, depth) => not(context.grow.predicate(context, depth - 1)),
  rowValue,
  exists: existsPredicate,
  inSelect: inSelectPredicate,
  indexed: (context) => indexedCondition(context) ?? compareStored(context),
  value: (context, depth) => {
    const made = context.grow.value(context, context.random.oneIn(3) ? 'any' : 'number', depth - 1);
    // A constant makes all rows the same.
    return made.kind === 'literal' && context.group === null && !context.random.oneIn(4)
      ? compareStored(context)
      : made;
  },
};

const GROUPED: Choices<PredicateName> = [
  [12, 'compareExpressions'],
  [2, 'value'],
  [1, 'between'],
  [1, 'inList'],
  [1, 'nullTest'],
  [1, 'like'],
  [1, 'truthTest'],
  [1, 'and'],
  [1, 'or'],
  [1, 'not'],
];

function joined(context: GenerationContext, operator: 'AND' | 'OR', depth: number): Expression {
  const { grow } = context;
  return binary(grow.predicate(context, depth - 1), operator, grow.predicate(context, depth - 1));
}
