// Expressions in boolean places. Most compare a column with a stored value or its neighbour, so that the rows differ
// in the answer.

import type { Between, Expression, InList, Like, RowValue } from '../../../../sql/ast.ts';
import { binary, cast, column as columnNamed, literal, NULL, not } from '../../../../sql/build.ts';
import { columnsIn, mapColumns, type SqlValue } from '../../../../sql/index.ts';
import { type SourceColumn, storedValue } from '../queries/source.ts';
import { existsPredicate, inSelectPredicate } from '../queries/subqueries.ts';
import { collated, permitted } from '../values/values.ts';
import { derive, type GenerationContext } from './generation-context.ts';
import type { Choices, PredicateName } from './grammar.ts';
import { columnLeaf, comparand, pickTelling, type Reach, reference } from './leaf.ts';
import { patternFor } from './patterns.ts';

type Make = (context: GenerationContext, depth: number) => Expression;

export function predicate(context: GenerationContext, depth: number): Expression {
  const { random, grammar } = context;
  if (context.group !== null) {
    // Over groups nothing is stored that a condition could be about.
    const made = depth <= 0 ? 'compareExpressions' : random.weighted(GROUPED);
    return PRODUCTIONS[made](context, depth);
  }
  if (depth <= 0) return PRODUCTIONS[random.weighted(grammar.shortPredicates)](context, 0);
  const pure = context.pure || context.statement.subqueriesLeft <= 0;
  return PRODUCTIONS[random.weighted(pure ? grammar.purePredicates : grammar.predicates)](context, depth);
}

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

/** The expression with the values of one stored row in place of its columns. */
function atStoredRow(context: GenerationContext, expression: Expression): Expression {
  const { random, grammar } = context;
  const positions = new Map<unknown, number>();
  return mapColumns(expression, (reference) => {
    for (const source of context.sources) {
      if (reference.table !== undefined && reference.table !== source.name) continue;
      const column = source.columns.find(({ name }) => name === reference.name);
      if (column === undefined) continue;
      const { sample } = column;
      if (sample === undefined || sample.rowCount === 0) return literal(comparand(context, column));
      let position = positions.get(source);
      if (position === undefined) positions.set(source, (position = random.below(sample.rowCount)));
      if (position < sample.rowCount)
        return literal(permitted(sample.rowAt(position)[column.position], grammar));
    }
    return literal(1n);
  });
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
    operand: operand(context, reach),
    low: literal(low),
    high: literal(high),
    negated,
  } satisfies Between;
}

function isAfter(a: SqlValue, b: SqlValue): boolean {
  const number = (value: SqlValue) => typeof value === 'bigint' || typeof value === 'number';
  if (number(a) && number(b)) return (a as number) > (b as number);
  if (typeof a === 'string' && typeof b === 'string') return a > b;
  return number(b);
}

function inList(context: GenerationContext, depth: number): Expression {
  const { random } = context;
  const reach = telling(context);
  const list: Expression[] = [];
  const length = random.between(1, 4);
  for (let i = 0; i < length; i++) {
    if (random.oneIn(25)) list.push(NULL);
    else if (reach === undefined || random.oneIn(12))
      list.push(context.grow.value(context, 'any', depth - 2));
    else list.push(literal(comparand(context, reach.column)));
  }
  const item = reach ? operand(context, reach) : context.grow.value(context, 'any', depth - 1);
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
  const operator = random.weighted(grammar.patterns);
  const reach = pickTelling(context, 'text');
  if (reach === undefined) return compareExpressions(context, depth);
  const escapeCharacter =
    operator === 'LIKE' && random.oneIn(6) && grammar.features.has('expression.likeEscape') ? '\\' : '';
  const stored = storedValue(random, reach.column);
  const item = random.oneIn(6) ? context.grow.value(context, 'text', depth - 1) : reference(context, reach);
  return {
    kind: 'like',
    operator,
    operand: grammar.features.has('expression.like.blob') ? item : cast(item, 'TEXT'),
    pattern:
      escapeCharacter === '' && grammar.features.has('expression.like.blob') && random.oneIn(8)
        ? context.grow.value(context, 'text', depth - 1)
        : literal(permitted(patternFor(random, operator, stored, escapeCharacter), grammar)),
    ...(escapeCharacter === '' ? {} : { escape: literal(escapeCharacter) }),
    negated: random.oneIn(4),
  } satisfies Like;
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

/** A comparison that an index of the table could answer: its expression, and its WHERE if it is partial. */
function indexed(context: GenerationContext): Expression {
  const { random, grammar } = context;
  const owners = context.sources.filter(({ indexes }) => indexes.length > 0);
  if (owners.length === 0) return compareStored(context);
  const source = random.pick(owners);
  const index = random.pick(source.indexes);
  const qualified = (expression: Expression) =>
    mapColumns(expression, ({ name }) => columnNamed(name, source.name));
  const left = qualified(index.columns[0].expression);
  const compared = binary(left, random.weighted(grammar.comparisons), atStoredRow(context, left));
  if (index.where === undefined || !grammar.features.has('operator.AND') || random.oneIn(5)) return compared;
  return binary(qualified(index.where), 'AND', compared);
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
  indexed,
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
  [1, 'truthTest'],
  [1, 'and'],
  [1, 'or'],
  [1, 'not'],
];

function joined(context: GenerationContext, operator: 'AND' | 'OR', depth: number): Expression {
  const { grow } = context;
  return binary(grow.predicate(context, depth - 1), operator, grow.predicate(context, depth - 1));
}
