// The collation that a COLLATE somewhere inside an expression gives to the whole of it. It shows through every
// operator and call, though not out of a subquery; the leftmost wins.

import type { Collation, Expression } from '../ast.ts';

export function explicitCollation(expression: Expression): Collation | undefined {
  if (expression.kind === 'collate') return expression.collation;
  for (const operand of operands(expression)) {
    const found = explicitCollation(operand);
    if (found !== undefined) return found;
  }
  return undefined;
}

function operands(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'unary':
    case 'nullTest':
    case 'cast':
    case 'inSelect':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'between':
      return [expression.operand, expression.low, expression.high];
    case 'inList':
      return [expression.operand, ...expression.list];
    case 'case': {
      const branches = expression.branches.flatMap(({ when, then }) => [when, then]);
      return [expression.operand, ...branches, expression.otherwise].filter((part) => part !== undefined);
    }
    case 'like':
      return [
        expression.pattern,
        expression.operand,
        ...(expression.escape === undefined ? [] : [expression.escape]),
      ];
    case 'row':
      return expression.items;
    case 'call':
      return expression.arguments === '*' ? [] : expression.arguments;
    default:
      return [];
  }
}
