// The rows of EXPLAIN QUERY PLAN as an indented tree.

import type { Row } from '../sql/index.ts';

/** Rows are id, parent, something, and words. Anything else is shown as its words alone. */
export function queryPlanLines(rows: readonly Row[]): string[] {
  const depths = new Map<string, number>();
  return rows.flatMap((row) => {
    const words = row.at(-1);
    if (typeof words !== 'string') return [];
    const depth = (depths.get(String(row[1])) ?? -1) + 1;
    if (row.length > 1) depths.set(String(row[0]), depth);
    return [`${'  '.repeat(depth)}${words}`];
  });
}
