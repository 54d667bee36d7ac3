// Every operator and function of expressions, with a way to make one of them from given operands.

import { aggregates } from '../../src/dialect/sqlite/functions/aggregates.ts';
import type { AggregateFunction, ScalarFunction } from '../../src/dialect/sqlite/functions/function.ts';
import { families } from '../../src/dialect/sqlite/functions/lookup.ts';
import type { Random } from '../../src/random.ts';
import type { BinaryOperator, Expression, Select } from '../../src/sql/ast.ts';
import { call, literal } from '../../src/sql/build.ts';

export interface Construct {
  readonly name: string;
  /** How many operands it may take. */
  readonly least: number;
  readonly most: number;
  make(random: Random, operands: readonly Expression[]): Expression;
  /** Evaluated over all rows together. */
  readonly aggregate?: boolean;
  /** Mostly unknown to the model: kept out of operands. */
  readonly inexact?: boolean;
}

const COMPARISONS: BinaryOperator[] = ['=', '==', '<>', '!=', '<', '<=', '>', '>=', 'IS', 'IS NOT'];
COMPARISONS.push('IS DISTINCT FROM', 'IS NOT DISTINCT FROM');
const BINARY: BinaryOperator[] = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  '<<',
  '>>',
  '||',
  'AND',
  'OR',
  ...COMPARISONS,
];
const TYPES = ['INTEGER', 'REAL', 'TEXT', 'BLOB', 'NUMERIC'];

function fixed(
  name: string,
  count: number,
  make: (operands: readonly Expression[]) => Expression,
): Construct {
  return { name, least: count, most: count, make: (_, operands) => make(operands) };
}

/** `SELECT …` without FROM: one row. */
const selectOf = (...items: readonly Expression[]): Select => ({
  kind: 'select',
  body: { kind: 'core', columns: items.map((expression) => ({ kind: 'expression', expression })) },
});

const negations = (
  name: string,
  count: number,
  make: (operands: readonly Expression[], negated: boolean) => Expression,
) => [
  fixed(name, count, (operands) => make(operands, false)),
  fixed(`NOT ${name}`, count, (operands) => make(operands, true)),
];

const operators: Construct[] = [
  ...BINARY.map((operator) =>
    fixed(operator, 2, ([left, right]) => ({ kind: 'binary', operator, left, right })),
  ),
  ...(['-', '+', '~', 'NOT'] as const).map((operator) =>
    fixed(`unary ${operator}`, 1, ([operand]) => ({ kind: 'unary', operator, operand })),
  ),
  ...(['ISNULL', 'NOTNULL', 'NOT NULL'] as const).map((form) =>
    fixed(form, 1, ([operand]) => ({ kind: 'nullTest', form, operand })),
  ),
  ...(['IS', 'IS NOT'] as const).flatMap((operator) =>
    [true, false].map((value) =>
      fixed(`${operator} ${value}`, 1, ([left]) => ({
        kind: 'binary',
        operator,
        left,
        right: { kind: 'boolean', value },
      })),
    ),
  ),
  ...negations('BETWEEN', 3, ([operand, low, high], negated) => ({
    kind: 'between',
    operand,
    low,
    high,
    negated,
  })),
  ...negations('LIKE', 2, ([operand, pattern], negated) => ({
    kind: 'like',
    operator: 'LIKE',
    operand,
    pattern,
    negated,
  })),
  ...negations('GLOB', 2, ([operand, pattern], negated) => ({
    kind: 'like',
    operator: 'GLOB',
    operand,
    pattern,
    negated,
  })),
  {
    name: 'LIKE ESCAPE',
    least: 2,
    most: 2,
    make: (random, [operand, pattern]) => ({
      kind: 'like',
      operator: 'LIKE',
      operand,
      pattern,
      escape: literal(random.pick<string | null | bigint>(['\\', '%', '_', 'a', '😀', 5n, null, '', 'ab'])),
      negated: false,
    }),
  },
  ...[true, false].map((negated) => ({
    name: negated ? 'NOT IN list' : 'IN list',
    least: 2,
    most: 5,
    make: (_: Random, [operand, ...list]: readonly Expression[]): Expression => ({
      kind: 'inList',
      operand,
      list,
      negated,
    }),
  })),
  fixed('IN ()', 1, ([operand]) => ({ kind: 'inList', operand, list: [], negated: false })),
  ...negations('IN (SELECT)', 2, ([operand, item], negated) => ({
    kind: 'inSelect',
    operand,
    select: selectOf(item),
    negated,
  })),
  fixed('IN ((SELECT))', 2, ([operand, item]) => ({
    kind: 'inList',
    operand,
    list: [{ kind: 'scalar', select: selectOf(item) }],
    negated: false,
  })),
  fixed('row IN (SELECT)', 4, ([a, b, c, d]) => ({
    kind: 'inSelect',
    operand: { kind: 'row', items: [a, b] },
    select: selectOf(c, d),
    negated: false,
  })),
  fixed('scalar subquery', 1, ([item]) => ({ kind: 'scalar', select: selectOf(item) })),
  ...negations('EXISTS', 1, ([item], negated) => ({ kind: 'exists', select: selectOf(item), negated })),
  {
    name: 'row comparison',
    least: 4,
    most: 4,
    make: (random, [a, b, c, d]) => ({
      kind: 'binary',
      operator: random.pick(COMPARISONS),
      left: { kind: 'row', items: [a, c] },
      right: { kind: 'row', items: [b, d] },
    }),
  },
  fixed('row = (SELECT)', 4, ([a, b, c, d]) => ({
    kind: 'binary',
    operator: '=',
    left: { kind: 'row', items: [a, c] },
    right: { kind: 'scalar', select: selectOf(b, d) },
  })),
  fixed('row BETWEEN', 6, ([a, b, c, d, e, f]) => ({
    kind: 'between',
    operand: { kind: 'row', items: [a, d] },
    low: { kind: 'row', items: [b, e] },
    high: { kind: 'row', items: [c, f] },
    negated: false,
  })),
  fixed('CASE', 3, ([when, then, otherwise]) => ({ kind: 'case', branches: [{ when, then }], otherwise })),
  fixed('CASE operand', 5, ([operand, a, then, b, other]) => ({
    kind: 'case',
    operand,
    branches: [
      { when: a, then },
      // biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
      { when: b, then: other },
    ],
  })),
  ...TYPES.map((type) => fixed(`CAST ${type}`, 1, ([operand]) => ({ kind: 'cast', operand, type }))),
  ...(['BINARY', 'NOCASE', 'RTRIM'] as const).map((collation) =>
    fixed(`COLLATE ${collation}`, 1, ([operand]) => ({ kind: 'collate', operand, collation })),
  ),
];

/** Operands beyond those that a function must have, if its entry does not say how it is drawn. */
const MORE_OPERANDS = 3;
/** What follows the operands of a function that asks for constants. */
const CONSTANTS: Readonly<Record<string, readonly Expression[]>> = { likelihood: [literal(0.5)] };

/** Calls of the functions of a table that the model follows, but for those that take nothing. */
function callsOf(table: Readonly<Record<string, ScalarFunction | AggregateFunction>>): Construct[] {
  return Object.entries(table).flatMap(([name, entry]) => {
    const isModelled = 'evaluate' in entry || 'compile' in entry || 'start' in entry;
    const constants = CONSTANTS[name] ?? [];
    const least = Math.max(entry.arity[0] - constants.length, 1);
    const most = Math.min(entry.arity[1] - constants.length, mostDrawn(entry) ?? least + MORE_OPERANDS);
    if (!isModelled || most < 1) return [];
    const make: Construct['make'] = (_, operands) => call(name, ...operands, ...constants);
    const inexact = 'varies' in entry && (entry.varies === 'digits' || entry.varies === 'values');
    return [{ name: `${name}()`, least, most, make, ...(inexact && { inexact }) }];
  });
}

function mostDrawn({ draw }: ScalarFunction | AggregateFunction): number | undefined {
  if (draw === undefined || !('gives' in draw)) return undefined;
  const { takes, optional = [], more } = draw;
  return takes.length + optional.length + (more === undefined ? 0 : 2);
}

const functions: Construct[] = Object.values(families).flatMap(callsOf);

const aggregated: Construct[] = callsOf(aggregates).flatMap(({ name, least, most, make }) => [
  { name: `aggregate ${name}`, least, most, aggregate: true, make },
  {
    name: `aggregate ${name} FILTER`,
    least: least + 1,
    most: least + 1,
    aggregate: true,
    make: (random: Random, operands: readonly Expression[]) => ({
      ...(make(random, operands.slice(0, -1)) as ReturnType<typeof call>),
      filter: operands.at(-1),
    }),
  },
  ...(least === 1
    ? [
        {
          name: `aggregate ${name} DISTINCT`,
          least: 1,
          most: 1,
          aggregate: true,
          make: (random: Random, operands: readonly Expression[]) => ({
            ...(make(random, operands) as ReturnType<typeof call>),
            distinct: true,
          }),
        },
      ]
    : []),
]);

export const CONSTRUCTS: readonly Construct[] = [...operators, ...functions, ...aggregated];
