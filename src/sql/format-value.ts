// Values as a person writes them in SQL: what a report shows is what can be pasted.

import { printExpression } from './print.ts';
import type { Row, SqlValue } from './value.ts';

function formatValue(value: SqlValue): string {
  return printExpression({ kind: 'literal', value });
}

export function formatRow(row: Row): string {
  return row.map(formatValue).join(' | ');
}
