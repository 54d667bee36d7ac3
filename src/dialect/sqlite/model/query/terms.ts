// The terms of GROUP BY and ORDER BY: numbers and aliases of result columns, and expressions.

import type { Collation, Expression, OrderTerm, ResultColumn, SelectCore } from '../../../../sql/ast.ts';
import type { SqlValue } from '../../../../sql/index.ts';
import type { Environment } from '../../evaluate/compile.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { isZero } from '../../evaluate/syntax.ts';
import type { SortKey } from './order.ts';
import type { Projected } from './projection.ts';
import { collationOf } from './query-column.ts';
import { compileIn, type Level } from './scope.ts';

export interface Term {
  readonly evaluate: (environment: Environment) => SqlValue;
  readonly key: SortKey;
  /** Of a mere column: where it is in the row. */
  readonly place?: number;
}

/** GROUP BY 2 means the second result column. */
export function groupTerm(term: Expression, core: SelectCore): Expression {
  const ordinal = ordinalOf(term);
  if (ordinal === undefined) return term;
  if (core.columns.some((column) => column.kind !== 'expression')) throw new Unknown('ordinal with *');
  const column = core.columns[ordinal - 1];
  if (column === undefined) throw new Refusal('other', 'GROUP BY term out of range');
  return (column as { expression: Expression }).expression;
}

/** An integer literal in ORDER BY or GROUP BY is the number of a result column; so is what the parser replaces by one. */
export function ordinalOf(expression: Expression): number | undefined {
  if (expression.kind === 'collate') return ordinalOf(expression.operand);
  if (expression.kind === 'unary' && (expression.operator === '-' || expression.operator === '+')) {
    if (ordinalOf(expression.operand) !== undefined) throw new Unknown('signed ordinal');
  }
  if (expression.kind === 'hex') throw new Unknown('hexadecimal ordinal');
  if (expression.kind === 'binary' && isZero(expression)) return 0;
  if (expression.kind !== 'literal' || typeof expression.value !== 'bigint') return undefined;
  const { value } = expression;
  if (value < -(2n ** 31n) + 1n || value >= 2n ** 31n) return undefined;
  return Number(value);
}

/** The result column that a bare name in ORDER BY means, or -1. */
function aliasOf(expression: Expression, columns: readonly ResultColumn[]): number {
  if (expression.kind === 'collate') return aliasOf(expression.operand, columns);
  if (expression.kind !== 'column' || expression.table !== undefined) return -1;
  const name = expression.name.toLowerCase();
  return columns.findIndex((column) => column.kind === 'expression' && column.alias?.toLowerCase() === name);
}

export function explicitCollation(term: OrderTerm): Collation | undefined {
  if (term.collation !== undefined) return term.collation;
  return term.expression.kind === 'collate' ? term.expression.collation : undefined;
}

export function sortKey(term: OrderTerm, collation: Collation | undefined): SortKey {
  const descending = term.descending ?? false;
  return {
    collation: explicitCollation(term) ?? collation ?? 'BINARY',
    descending,
    nullsFirst: term.nulls === undefined ? !descending : term.nulls === 'FIRST',
  };
}

export function compileOrderTerm(
  term: OrderTerm,
  position: number,
  core: SelectCore,
  projected: readonly Projected[],
  level: Level,
): Term {
  const ordinal = ordinalOf(term.expression);
  if (ordinal !== undefined) {
    const target = projected[ordinal - 1];
    if (target === undefined) throw new Refusal('other', `ORDER BY term ${position + 1} out of range`);
    return termOf(term, target);
  }
  const alias = aliasOf(term.expression, core.columns);
  if (alias >= 0) {
    if (core.columns.some((column) => column.kind !== 'expression')) throw new Unknown('alias with *');
    return termOf(term, projected[alias]);
  }
  const compiled = compileIn(level, term.expression);
  const { evaluate, collation, column: place } = compiled;
  return { evaluate, key: sortKey(term, collation), place };
}

function termOf(term: OrderTerm, { column, evaluate, place }: Projected): Term {
  return { evaluate, key: sortKey(term, collationOf(column)), place };
}
