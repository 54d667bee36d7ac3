// A text that two rows share exactly when GROUP BY, DISTINCT and compounds take them for equal.

import type { Collation } from '../../../../sql/ast.ts';
import type { Row } from '../../../../sql/index.ts';
import { groupingKey } from '../../evaluate/grouping-key.ts';

export function equalityKeyOfRow(row: Row, collations: readonly (Collation | undefined)[]): string {
  let key = '';
  for (let i = 0; i < row.length; i++) {
    const part = groupingKey(row[i], collations[i] ?? 'BINARY');
    key += `${part.length}:${part}`;
  }
  return key;
}
