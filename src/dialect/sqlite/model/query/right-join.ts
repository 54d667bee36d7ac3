// A RIGHT or FULL JOIN that SQLite gets wrong.

import type { Expression } from '../../../../sql/ast.ts';
import { Unknown } from '../../evaluate/stop.ts';
import type { TableSchema } from '../table.ts';
import type { Source } from './scope.ts';

/**
 * For a row of the right side without a partner, SQLite 3.50.4 reads what an index has computed from wherever the index
 * stands, which may be at another row.
 */
export function checkRightSide(sources: readonly Source[]): void {
  if (sources.some(({ table }) => table !== undefined && hasComputedIndex(table.schema))) {
    throw new Unknown('RIGHT or FULL JOIN with a computed index');
  }
}

function hasComputedIndex({ columns, indexes, keys }: TableSchema): boolean {
  const computed = new Set(
    columns.flatMap(({ name, generated, stored }) => (generated && !stored ? [name.toLowerCase()] : [])),
  );
  const isComputed = ({ expression }: { expression: Expression }) =>
    expression.kind !== 'column' || computed.has(expression.name.toLowerCase());
  return [...indexes, ...keys].some((index) => index.columns.some(isComputed));
}
