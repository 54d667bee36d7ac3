// Columns whose whole numbers SQLite may read as integers, because an index holds them so.

import type { Expression } from '../../../../sql/ast.ts';
import { some } from '../../../../sql/index.ts';
import { scalarOf } from '../../functions/lookup.ts';
import type { Column, TableSchema } from '../table.ts';

/** A virtual column that may be nothing but a REAL one. */
export function copiesReal(schema: TableSchema, { generated, stored, expression }: Column): boolean {
  if (!generated || stored || expression === undefined) return false;
  return copied(expression).some((name) => {
    const source = schema.columns.find((column) => column.name.toLowerCase() === name);
    return source !== undefined && (source.affinity === 'real' || copiesReal(schema, source));
  });
}

/** A REAL column that a virtual one copies is read from an index over that one, too. */
export function isCopied(schema: TableSchema, { name, affinity }: Column): boolean {
  if (affinity !== 'real' || schema.indexes.length + schema.keys.length === 0) return false;
  return schema.columns.some(({ generated, stored, expression }) => {
    if (!generated || stored || expression === undefined) return false;
    return copied(expression).includes(name.toLowerCase());
  });
}

/** The columns of which it may be nothing but the value: SQLite makes no code for what is around them, or none for what is constant. */
function copied(expression: Expression): string[] {
  switch (expression.kind) {
    case 'column':
      return [expression.name.toLowerCase()];
    case 'collate':
      return copied(expression.operand);
    case 'unary':
      return expression.operator === '+' ? copied(expression.operand) : [];
    case 'case':
      return [...expression.branches.map(({ then }) => then), expression.otherwise ?? []]
        .flat()
        .flatMap(copied);
    case 'call': {
      if (expression.arguments === '*') return [];
      const isPassing = scalarOf(expression)?.isHint === true || PASSING.has(expression.name.toLowerCase());
      return isPassing ? expression.arguments.flatMap(copied) : [];
    }
    default:
      return [];
  }
}

/** Functions that may give an argument as it is. */
const PASSING: ReadonlySet<string> = new Set(['coalesce', 'ifnull', 'iif', 'if', 'nullif', 'min', 'max']);

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
