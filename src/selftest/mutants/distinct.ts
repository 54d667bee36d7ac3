// DISTINCT and GROUP BY: which rows are one.

import { sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

export const distinct: readonly Mutant[] = [
  {
    name: 'distinct-ignored',
    plants: 'SELECT DISTINCT keeps duplicates if it has a WHERE.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, (core) => (core.where === undefined ? {} : { distinct: false })),
    }),
  },
  {
    name: 'distinct-loses-null',
    plants: 'SELECT DISTINCT loses the row of which all values are NULL.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, ({ distinct, columns, where }) => {
          const [only] = columns;
          if (!distinct || where !== undefined || columns.length !== 1 || only.kind !== 'expression')
            return {};
          return { where: { kind: 'nullTest', form: 'NOTNULL', operand: only.expression } };
        }),
    }),
  },
  {
    name: 'distinct-aggregate-ignored',
    plants: 'DISTINCT within an aggregate changes nothing.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'call' && node.distinct ? { ...node, distinct: false } : node,
        ),
    }),
  },
  {
    name: 'second-group-key-ignored',
    plants: 'GROUP BY a, b groups by a alone if there is a WHERE.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, ({ where, groupBy }) =>
          where === undefined || groupBy === undefined ? {} : { groupBy: groupBy.slice(0, 1) },
        ),
    }),
  },
  {
    name: 'null-group-lost',
    plants: 'GROUP BY loses the group of NULL if the query has no WHERE.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, ({ where, groupBy }) =>
          where !== undefined || groupBy?.length !== 1
            ? {}
            : { where: { kind: 'nullTest', form: 'NOTNULL', operand: groupBy[0] } },
        ),
    }),
  },
  {
    name: 'first-group-twice',
    plants: 'A query with GROUP BY and HAVING returns its first group twice.',
    workload: 'reading',
    plant: () => ({
      rows: (outcome, { statement }) =>
        statement.kind === 'select' && statement.body.kind === 'core' && statement.body.having !== undefined
          ? { ...outcome, rows: [...outcome.rows.slice(0, 1), ...outcome.rows] }
          : outcome,
    }),
  },
];
