// Questions that SQLite's parser asks of an expression before it knows any names. It does not look inside subqueries.

import type { Collation, Expression, InList } from '../../../sql/ast.ts';
import { operandsOf } from '../../../sql/index.ts';

/** The collation that a COLLATE somewhere inside gives to the whole; the leftmost wins. */
export function explicitCollation(expression: Expression): Collation | undefined {
  if (expression.kind === 'collate') return expression.collation;
  for (const operand of operands(expression)) {
    const found = explicitCollation(operand);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** LIKE and GLOB are functions too, and the printer spells a NUL in a text with one. */
function callsFunction(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
    case 'like':
    case 'current':
      return true;
    case 'literal':
      return typeof expression.value === 'string' && expression.value.includes('\0');
    case 'collate':
      // It does not pass that on.
      return false;
    default:
      return operands(expression).some(callsFunction);
  }
}

/** `x IN ()`, which the parser replaces by FALSE or TRUE; an operand that calls a function is kept beside it. */
export function isReplaced({ list, operand }: InList): boolean {
  return list.length === 0 && !callsFunction(operand);
}

/** No column, no function, no subquery. */
export function isConstant(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      // A NUL in a text is spelt with a function.
      return typeof expression.value !== 'string' || !expression.value.includes('\0');
    case 'hex':
    case 'boolean':
      return true;
    case 'column':
    case 'call':
    case 'like':
    case 'row':
    case 'inSelect':
      return false;
    case 'inList':
      return expression.list.length === 0 ? isReplaced(expression) : operandsOf(expression).every(isConstant);
    default: {
      const parts = operandsOf(expression);
      return parts.length > 0 && parts.every(isConstant);
    }
  }
}

/** What the parser knows to be false. */
export function isZero(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return expression.value === 0n;
    case 'hex':
      return /^0+$/.test(expression.digits);
    case 'inList':
      return isReplaced(expression) && !expression.negated;
    case 'binary':
      return (
        expression.operator === 'AND' &&
        (isZero(expression.left) || isZero(expression.right)) &&
        !callsFunction(expression.left) &&
        !callsFunction(expression.right)
      );
    default:
      return false;
  }
}

/** TRUE or FALSE, also behind COLLATE. */
export function booleanConstant(expression: Expression): boolean | undefined {
  switch (expression.kind) {
    case 'boolean':
      return expression.value;
    case 'collate':
      return booleanConstant(expression.operand);
    case 'inList':
      return isReplaced(expression) ? expression.negated : undefined;
    default:
      return undefined;
  }
}

/** A sign takes the place of a `+` that follows it: `-+x` is `-x`. */
export function withoutPlus(expression: Expression): Expression {
  return expression.kind === 'unary' && expression.operator === '+'
    ? withoutPlus(expression.operand)
    : expression;
}

/** The operands whose properties an expression takes on; of BETWEEN and row values that is only the first. */
function operands(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'column':
      return [];
    case 'inSelect':
    case 'between':
      return [expression.operand];
    case 'binary':
      return isZero(expression) ? [] : [expression.left, expression.right];
    case 'inList':
      return isReplaced(expression) ? [] : [expression.operand, ...expression.list];
    case 'like':
      return [
        expression.pattern,
        expression.operand,
        ...(expression.escape === undefined ? [] : [expression.escape]),
      ];
    case 'row':
      return expression.items.slice(0, 1);
    case 'call':
      return expression.arguments === '*' ? [] : expression.arguments;
    default:
      return operandsOf(expression);
  }
}
