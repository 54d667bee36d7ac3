// Joins: rows without a partner, and partners that come too often.

import { sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

export const joins: readonly Mutant[] = [
  {
    name: 'left-join-loses-rows',
    plants: 'A LEFT JOIN with a condition loses the rows that have no partner.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'join' && node.operator === 'LEFT JOIN' && node.on !== undefined
            ? { ...node, operator: 'JOIN' }
            : node,
        ),
    }),
  },
  {
    name: 'full-join-is-left',
    plants: 'A FULL JOIN loses the rows of its right side that have no partner.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'join' && node.operator === 'FULL JOIN' ? { ...node, operator: 'LEFT JOIN' } : node,
        ),
    }),
  },
  {
    name: 'join-repeats-a-row',
    plants: 'A join of two tables with a WHERE returns its first row twice.',
    workload: 'reading',
    plant: () => ({
      rows: (outcome, { statement }) =>
        joining(statement)?.where !== undefined
          ? { ...outcome, rows: [...outcome.rows.slice(0, 1), ...outcome.rows] }
          : outcome,
    }),
  },
  {
    name: 'comma-join-loses-first-row',
    plants: 'A product of two tables leaves out its first row.',
    workload: 'reading',
    plant: () => ({
      rows: (outcome, { statement }) => {
        const from = joining(statement)?.from;
        const isProduct = from?.kind === 'join' && from.operator === ',';
        return isProduct ? { ...outcome, rows: outcome.rows.slice(1) } : outcome;
      },
    }),
  },
];

/** A query that is nothing but a join; undefined for every other statement. */
function joining(statement: sql.Statement): sql.SelectCore | undefined {
  if (statement.kind !== 'select' || statement.body.kind !== 'core') return undefined;
  return statement.body.from?.kind === 'join' ? statement.body : undefined;
}
