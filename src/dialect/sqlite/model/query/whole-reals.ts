// Columns whose whole numbers SQLite may read as integers, because an index holds them so.

import type { Expression } from '../../../../sql/ast.ts';
import { some } from '../../../../sql/index.ts';
import { scalarOf } from '../../functions/lookup.ts';
import type { Column, TableSchema } from '../table.ts';

/** A virtual column that is nothing but a REAL one. */
export function copiesReal(schema: TableSchema, { generated, stored, expression }: Column): boolean {
  if (!generated || stored || expression === undefined) return false;
  const copied = withoutWrapping(expression);
  if (copied.kind !== 'column') return false;
  const { name } = copied;
  const source = schema.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
  return source !== undefined && (source.affinity === 'real' || copiesReal(schema, source));
}

/** A REAL column that a virtual one copies is read from an index over that one, too. */
export function isCopied(schema: TableSchema, { name, affinity }: Column): boolean {
  if (affinity !== 'real' || schema.indexes.length + schema.keys.length === 0) return false;
  return schema.columns.some(({ generated, stored, expression }) => {
    if (!generated || stored || expression === undefined) return false;
    const copied = withoutWrapping(expression);
    return copied.kind === 'column' && copied.name.toLowerCase() === name.toLowerCase();
  });
}

/** Without what SQLite makes no code for. */
function withoutWrapping(expression: Expression): Expression {
  if (expression.kind === 'collate' || (expression.kind === 'unary' && expression.operator === '+'))
    return withoutWrapping(expression.operand);
  const isHint =
    expression.kind === 'call' && expression.arguments !== '*' && scalarOf(expression)?.isHint === true;
  return isHint ? withoutWrapping(expression.arguments[0]) : expression;
}

/** The condition of a partial index equates the column with something. */
export function isEquatedByIndex({ indexes }: TableSchema, { name }: Column): boolean {
  const isColumn = (operand: Expression) =>
    operand.kind === 'column' && operand.name.toLowerCase() === name.toLowerCase();
  return indexes.some(
    ({ where }) =>
      where !== undefined &&
      some(
        where,
        (node) =>
          node.kind === 'binary' &&
          (node.operator === '=' || node.operator === '==' || node.operator === 'IS') &&
          (isColumn(node.left) || isColumn(node.right)),
      ),
  );
}
