// Aggregates and HAVING.

import { sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const isAggregate = (expression: sql.Expression, name: string): expression is sql.Call =>
  expression.kind === 'call' && expression.name === name && expression.over === undefined;

export const aggregates: readonly Mutant[] = [
  {
    name: 'sum-of-nothing-is-zero',
    plants: 'sum() of no rows is 0.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'call' && isAggregate(node, 'sum')
            ? sql.call('coalesce', node, sql.integer(0))
            : node,
        ),
    }),
  },
  {
    name: 'filtered-max-is-min',
    plants: 'max(x) in a query with a WHERE is the smallest x.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, ({ where, columns }) =>
          where === undefined
            ? {}
            : {
                columns: columns.map((column) =>
                  column.kind === 'expression' &&
                  isAggregate(column.expression, 'max') &&
                  column.expression.arguments.length === 1
                    ? { ...column, expression: { ...column.expression, name: 'min' } }
                    : column,
                ),
              },
        ),
    }),
  },
  {
    name: 'having-keeps-null',
    plants: 'HAVING keeps groups of which its predicate is NULL.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, ({ having }) =>
          having === undefined ? {} : { having: sql.call('coalesce', having, sql.integer(1)) },
        ),
    }),
  },
  {
    name: 'having-not-ignored',
    plants: 'NOT is ignored in HAVING.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, ({ having }) =>
          having?.kind === 'unary' && having.operator === 'NOT' ? { having: having.operand } : {},
        ),
    }),
  },
  {
    name: 'filter-ignored',
    plants: 'The FILTER of an aggregate is ignored.',
    workload: 'reading',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) => {
          if (node.kind !== 'call') return node;
          const { filter, ...rest } = node;
          return filter === undefined ? node : rest;
        }),
    }),
  },
];
