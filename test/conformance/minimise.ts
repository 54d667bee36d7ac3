// Makes a difference small: replaces parts of the expression by other parts or by literals while it stays.

import type { Expression } from '../../src/sql/ast.ts';
import { literal } from '../../src/sql/build.ts';
import type { SqlValue } from '../../src/sql/value.ts';

/** `evaluate` gives a subexpression's value in SQLite, or undefined if it has none. */
export function minimise(
  expression: Expression,
  evaluate: (expression: Expression) => SqlValue | undefined,
  differs: (expression: Expression) => boolean,
): Expression {
  let best = expression;
  for (let round = 0; round < 20; round++) {
    const smaller = candidates(best, evaluate).find(differs);
    if (smaller === undefined) return best;
    best = smaller;
  }
  return best;
}

/** Smaller expressions, the boldest first. */
function candidates(
  expression: Expression,
  evaluate: (expression: Expression) => SqlValue | undefined,
): Expression[] {
  const parts = children(expression);
  const result: Expression[] = [...parts.filter((part) => part.kind !== 'row')];
  parts.forEach((part, i) => {
    if (part.kind !== 'row' && part.kind !== 'literal') {
      const value = evaluate(part);
      if (value !== undefined) result.push(withChild(expression, i, literal(value)));
    }
    for (const candidate of candidates(part, evaluate)) result.push(withChild(expression, i, candidate));
  });
  return result;
}

/** Expressions directly inside, in a fixed order; subqueries are left alone. */
export function children(expression: Expression): Expression[] {
  const found: Expression[] = [];
  mapChildren(expression, (child) => {
    found.push(child);
    return child;
  });
  return found;
}

function withChild(expression: Expression, index: number, replacement: Expression): Expression {
  let at = 0;
  return mapChildren(expression, (child) => (at++ === index ? replacement : child));
}

function mapChildren(expression: Expression, map: (child: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'unary':
    case 'nullTest':
    case 'cast':
    case 'collate':
    case 'inSelect':
      return { ...expression, operand: map(expression.operand) };
    case 'binary':
      return { ...expression, left: map(expression.left), right: map(expression.right) };
    case 'between':
      return {
        ...expression,
        operand: map(expression.operand),
        low: map(expression.low),
        high: map(expression.high),
      };
    case 'inList':
      return { ...expression, operand: map(expression.operand), list: expression.list.map(map) };
    case 'like':
      return { ...expression, operand: map(expression.operand), pattern: map(expression.pattern) };
    case 'case':
      return {
        ...expression,
        operand: expression.operand === undefined ? undefined : map(expression.operand),
        // biome-ignore lint/suspicious/noThenProperty: the syntax tree calls it so
        branches: expression.branches.map(({ when, then }) => ({ when: map(when), then: map(then) })),
        otherwise: expression.otherwise === undefined ? undefined : map(expression.otherwise),
      };
    case 'row':
      return { ...expression, items: expression.items.map(map) };
    case 'call':
      return expression.arguments === '*'
        ? expression
        : { ...expression, arguments: expression.arguments.map(map) };
    default:
      return expression;
  }
}
