// Replaces the columns of an expression that has no subqueries.

import type { ColumnReference, Expression } from '../../../../sql/ast.ts';

export function substitute(
  expression: Expression,
  replacement: (column: ColumnReference) => Expression,
): Expression {
  return replaced(expression, replacement) as Expression;
}

function replaced(node: unknown, replacement: (column: ColumnReference) => Expression): unknown {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return node;
  if (Array.isArray(node)) return node.map((item) => replaced(item, replacement));
  if ('kind' in node && node.kind === 'column') return replacement(node as ColumnReference);
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) copy[key] = replaced(value, replacement);
  return copy;
}

/** The columns that an expression reads. */
export function columnsOf(expression: Expression): ColumnReference[] {
  const found: ColumnReference[] = [];
  collect(expression, found);
  return found;
}

function collect(node: unknown, found: ColumnReference[]): void {
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return;
  if ('kind' in node && node.kind === 'column') found.push(node as ColumnReference);
  else for (const value of Object.values(node)) collect(value, found);
}
