// Turns any expression whose truth for a row is known into a predicate that is TRUE for that row.

import type { Expression } from '../sql/ast.ts';
import { isNull, not } from '../sql/build.ts';

/** `e` if it is true of the row, `NOT e` if it is false, `e ISNULL` if it is NULL. */
export function rectify(expression: Expression, truth: boolean | null): Expression {
  if (truth === null) return isNull(expression);
  return truth ? expression : not(expression);
}
