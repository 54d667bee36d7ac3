// Whether the value of an expression may be a BLOB, as far as its text tells: any column may hold some.

import type { Expression } from '../../../sql/ast.ts';

export function mayBeBlob(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return expression.value instanceof Uint8Array;
    case 'cast':
      return expression.type !== 'TEXT';
    case 'collate':
      return mayBeBlob(expression.operand);
    case 'binary':
      return /->/.test(expression.operator);
    default:
      return true;
  }
}
