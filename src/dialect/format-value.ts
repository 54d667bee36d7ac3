// Values as a person writes them in SQL: what a report shows is what can be pasted.

import type { Row, SqlValue } from '../sql/index.ts';
import { dialect } from './spoken.ts';

function formatValue(value: SqlValue): string {
  return dialect.printExpression({ kind: 'literal', value });
}

export function formatRow(row: Row): string {
  return row.map(formatValue).join(' | ');
}
