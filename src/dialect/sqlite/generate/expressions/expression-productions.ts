// Expressions in value places, over the whole surface of the AST but for what predicate-productions.ts makes.

import type { Expression } from '../../../../sql/ast.ts';
import { binary, literal } from '../../../../sql/build.ts';
import type { Want } from '../../functions/function.ts';
import { sqliteBugs } from '../../sqlite-bugs.ts';
import { aggregateCall } from '../queries/aggregates.ts';
import { scalarSubquery } from '../queries/subqueries.ts';
import { functionCall } from './function-arguments.ts';
import type { GenerationContext } from './generation-context.ts';
import type { ExpressionName } from './grammar.ts';
import { indexedValue } from './indexed.ts';
import { columnLeaf, comparand, literalLeaf, pickColumn, type Reach, reference } from './leaf.ts';

type Make = (context: GenerationContext, want: Want, depth: number) => Expression;

export function value(context: GenerationContext, want: Want, depth: number): Expression {
  const { random, grammar } = context;
  if (context.rare && random.oneIn(RARE_ONE_IN)) return context.grow.anything(context);
  if (depth <= 0) return leaf(context, want);
  return valueOfKind(context, random.weighted(grammar.expressions[want]), want, depth);
}

export function valueOfKind(
  context: GenerationContext,
  name: ExpressionName,
  want: Want,
  depth: number,
): Expression {
  return PRODUCTIONS[name](context, want, depth);
}

function leaf(context: GenerationContext, want: Want): Expression {
  const { random } = context;
  if (random.oneIn(ANYTHING_ONE_IN)) return context.grow.anything(context);
  return random.chance(LITERAL_LEAF_PERCENT) ? literalLeaf(context, want) : columnOrAggregate(context, want);
}

/** In an aggregate query what has one value per group, otherwise a column. */
function columnOrAggregate(context: GenerationContext, want: Want): Expression {
  const { random, group } = context;
  if (group === null) return columnLeaf(context, want);
  if (group.length > 0 && random.oneIn(2)) return random.pick(group);
  return aggregateCall(context);
}

function arithmetic(context: GenerationContext, depth: number): Expression {
  const { random, grammar, grow } = context;
  const operator = random.weighted(grammar.arithmetic);
  return binary(grow.value(context, 'number', depth - 1), operator, grow.value(context, 'number', depth - 1));
}

function bitwise(context: GenerationContext, depth: number): Expression {
  const { random, grammar, grow } = context;
  const operator = random.weighted(grammar.bitwise);
  const isShift = operator === '<<' || operator === '>>';
  const right =
    isShift && !random.oneIn(4)
      ? literal(BigInt(random.pick(SHIFTS)))
      : grow.value(context, 'number', depth - 1);
  return binary(grow.value(context, 'number', depth - 1), operator, right);
}

function unary(context: GenerationContext, depth: number): Expression {
  const operator = context.random.weighted(context.grammar.unary);
  const operand = context.grow.value(context, 'number', depth - 1);
  if (operator === '-' && context.pure && sqliteBugs['negated-least-hex'].isMet(operand)) return operand;
  return { kind: 'unary', operator, operand };
}

function caseOf(context: GenerationContext, want: Want, depth: number): Expression {
  const { random, grammar, grow } = context;
  const { features } = grammar;
  const withOperand =
    features.has('expression.caseOperand') && (random.oneIn(3) || !features.has('expression.case'));
  // A column is equal to what is stored there.
  const reach =
    withOperand && context.group === null && random.oneIn(2) ? pickColumn(context, 'any') : undefined;
  const operand =
    reach !== undefined
      ? reference(context, reach)
      : withOperand
        ? grow.value(context, 'any', depth - 1)
        : undefined;
  const branches = Array.from({ length: random.between(1, 2) }, () => ({
    when: withOperand ? matched(context, reach, depth) : grow.predicate(context, depth - 2),
    // biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
    then: grow.value(context, want, depth - 2),
  }));
  return {
    kind: 'case',
    ...(operand ? { operand } : {}),
    branches,
    ...(random.oneIn(4) ? {} : { otherwise: grow.value(context, want, depth - 1) }),
  };
}

function matched(context: GenerationContext, reach: Reach | undefined, depth: number): Expression {
  if (reach === undefined || context.random.oneIn(6)) return context.grow.value(context, 'any', depth - 2);
  return literal(comparand(context, reach.column));
}

function cast(context: GenerationContext, want: Want, depth: number): Expression {
  const { random, grow } = context;
  const type = random.pick(want === 'number' ? NUMBER_TYPES : want === 'text' ? TEXT_TYPES : CAST_TYPES);
  return { kind: 'cast', operand: grow.value(context, 'any', depth - 1), type };
}

function hex(context: GenerationContext): Expression {
  const { random } = context;
  const digits = random.oneIn(4) ? random.pick(HEX_LIMITS) : random.below(0x1000).toString(16);
  return { kind: 'hex', digits };
}

const LITERAL_LEAF_PERCENT = 30;
const RARE_ONE_IN = 2;
/** Where mostly a column or a number stands. */
const ANYTHING_ONE_IN = 50;
const SHIFTS = [0, 1, 1, 2, 3, 8, 31, 32, 62, 63, 64, 65, -1, -2];
const NUMBER_TYPES = ['INTEGER', 'INTEGER', 'REAL', 'NUMERIC'];
const TEXT_TYPES = ['TEXT', 'TEXT', 'VARCHAR(10)'];
const CAST_TYPES = ['INTEGER', 'REAL', 'NUMERIC', 'TEXT', 'BLOB'];
const HEX_LIMITS = ['7fffffffffffffff', '8000000000000000', 'ffffffffffffffff', 'ffffffff', '0'];

const PRODUCTIONS: Readonly<Record<ExpressionName, Make>> = {
  column: columnOrAggregate,
  indexed: (context, want) =>
    (context.group === null ? indexedValue(context) : undefined) ?? columnOrAggregate(context, want),
  literal: literalLeaf,
  arithmetic: (context, _want, depth) => arithmetic(context, depth),
  bitwise: (context, _want, depth) => bitwise(context, depth),
  concat: (context, _want, depth) =>
    binary(
      context.grow.value(context, 'text', depth - 1),
      '||',
      context.grow.value(context, 'any', depth - 1),
    ),
  unary: (context, _want, depth) => unary(context, depth),
  function: (context, want, depth) => functionCall(context, want, depth) ?? leaf(context, want),
  case: caseOf,
  cast,
  collate: (context, _want, depth) => ({
    kind: 'collate',
    operand: context.grow.value(context, 'text', depth - 1),
    collation: context.random.pick(context.grammar.collations),
  }),
  predicate: (context, _want, depth) => context.grow.predicate(context, depth - 1),
  scalarSubquery: (context, want, depth) => scalarSubquery(context, depth) ?? leaf(context, want),
  hex,
  boolean: ({ random }) => ({ kind: 'boolean', value: random.oneIn(2) }),
  current: (context, want) =>
    context.pure
      ? leaf(context, want)
      : { kind: 'current', what: context.random.pick(['DATE', 'TIME', 'TIMESTAMP'] as const) },
};
