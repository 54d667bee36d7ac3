// Subqueries inside expressions. How many a statement has, and how many rows they visit together, is bounded.

import type { Expression } from '../../../../sql/ast.ts';
import { derive, type GenerationContext, nested } from '../expressions/generation-context.ts';
import { pickColumn, reference } from '../expressions/leaf.ts';

export function existsPredicate(context: GenerationContext, depth: number): Expression {
  // Uncorrelated it is the same for all rows.
  const inner = subqueryContext(context, EXISTS_CORRELATED_PERCENT);
  if (inner === undefined) return context.grow.predicate(context, 0);
  const { select } = context.grow.query(inner, {}, depth - 1);
  return { kind: 'exists', select, negated: context.random.oneIn(3) };
}

export function inSelectPredicate(context: GenerationContext, depth: number): Expression {
  const { random, grammar, grow } = context;
  const inner = subqueryContext(context);
  if (inner === undefined) return grow.predicate(context, 0);
  const negated = random.oneIn(3);
  // Over groups there are no columns of one row.
  const pick = () => (context.group === null ? pickColumn(context, 'any') : undefined);
  const [first, second] = [pick(), pick()];
  if (first && second && random.oneIn(5) && grammar.features.has('expression.rowValue.inSelect')) {
    const items = [reference(context, first), reference(context, second)];
    const { select } = grow.query(inner, { columns: 2 }, depth - 1);
    return { kind: 'inSelect', operand: { kind: 'row', items }, select, negated };
  }
  const operand =
    first && !random.oneIn(5) ? reference(context, first) : grow.value(context, 'any', depth - 1);
  const { select } = grow.query(inner, { columns: 1 }, depth - 1);
  return { kind: 'inSelect', operand, select, negated };
}

/** Undefined where no subquery may stand. */
export function scalarSubquery(context: GenerationContext, depth: number): Expression | undefined {
  return oneRow(context, depth, 1);
}

/** A subquery that gives one row of two columns, to be compared with a row value; undefined where no subquery may stand. */
export function rowSubquery(context: GenerationContext, depth: number): Expression | undefined {
  return oneRow(context, depth, 2);
}

function oneRow(context: GenerationContext, depth: number, columns: number): Expression | undefined {
  if (!context.grammar.features.has('expression.scalarSubquery')) return undefined;
  const inner = subqueryContext(context);
  if (inner === undefined) return undefined;
  const { select } = context.grow.query(inner, { columns, single: true }, depth - 1);
  return { kind: 'scalar', select };
}

/** Correlated or not, at random; undefined where no subquery may stand. */
function subqueryContext(
  context: GenerationContext,
  percent = context.grammar.weights.percent.correlated,
): GenerationContext | undefined {
  const { statement, random, grammar } = context;
  if (context.pure || statement.subqueriesLeft <= 0) return undefined;
  statement.subqueriesLeft--;
  const inner = nested(context);
  const correlated = grammar.features.has('expression.correlated') && random.chance(percent);
  return correlated ? inner : derive(inner, { outer: [] });
}

const EXISTS_CORRELATED_PERCENT = 85;
