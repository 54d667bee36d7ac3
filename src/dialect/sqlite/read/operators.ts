// Binary operators as they were written.

import type { BinaryExpr, Operator } from 'sqlite3-parser';
import type { BinaryOperator } from '../../../sql/ast.ts';
import { type Reading, unreadable } from './reading.ts';

const OPERATORS: Readonly<Record<Operator, BinaryOperator | null>> = {
  Add: '+',
  And: 'AND',
  ArrowRight: null,
  ArrowRightShift: null,
  BitwiseAnd: '&',
  BitwiseOr: '|',
  Concat: '||',
  Equals: '=',
  Divide: '/',
  Greater: '>',
  GreaterEquals: '>=',
  Is: 'IS',
  IsNot: 'IS NOT',
  LeftShift: '<<',
  Less: '<',
  LessEquals: '<=',
  Modulus: '%',
  Multiply: '*',
  NotEquals: '<>',
  Or: 'OR',
  RightShift: '>>',
  Subtract: '-',
};

/** SQL has several ways to write some operators, and an engine may take each for another. */
export function operatorOf({ op, left, right }: BinaryExpr, by: Reading): BinaryOperator {
  const operator = OPERATORS[op] ?? unreadable('->');
  const written = by.between(left.span, right.span);
  if (operator === '=' && written.includes('==')) return '==';
  if (operator === '<>' && written.includes('!=')) return '!=';
  if (!operator.startsWith('IS') || !/\bDISTINCT\b/i.test(written)) return operator;
  return operator === 'IS' ? 'IS NOT DISTINCT FROM' : 'IS DISTINCT FROM';
}
