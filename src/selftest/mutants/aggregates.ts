// Aggregates and HAVING.

import type { Call, Expression } from '../../sql/ast.ts';
import { call, integer } from '../../sql/build.ts';
import type { Mutant } from '../mutant.ts';
import { running } from '../plant.ts';
import { rewrite, rewriteQueries } from '../rewrite.ts';

const isAggregate = (expression: Expression, name: string): expression is Call =>
  expression.kind === 'call' && expression.name === name && expression.over === undefined;

export const aggregates: readonly Mutant[] = [
  {
    name: 'sum-of-nothing-is-zero',
    plants: 'sum() of no rows is 0.',
    workload: 'reading',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) =>
          node.kind === 'call' && isAggregate(node, 'sum') ? call('coalesce', node, integer(0)) : node,
        ),
      ),
  },
  {
    name: 'filtered-max-is-min',
    plants: 'max(x) in a query with a WHERE is the smallest x.',
    workload: 'reading',
    plant: () =>
      running((statement) =>
        rewriteQueries(statement, ({ where, columns }) =>
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
      ),
  },
  {
    name: 'having-keeps-null',
    plants: 'HAVING keeps groups of which its predicate is NULL.',
    workload: 'reading',
    plant: () =>
      running((statement) =>
        rewriteQueries(statement, ({ having }) =>
          having === undefined ? {} : { having: call('coalesce', having, integer(1)) },
        ),
      ),
  },
  {
    name: 'having-not-ignored',
    plants: 'NOT is ignored in HAVING.',
    workload: 'reading',
    plant: () =>
      running((statement) =>
        rewriteQueries(statement, ({ having }) =>
          having?.kind === 'unary' && having.operator === 'NOT' ? { having: having.operand } : {},
        ),
      ),
  },
  {
    name: 'filter-ignored',
    plants: 'The FILTER of an aggregate is ignored.',
    workload: 'reading',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) => {
          if (node.kind !== 'call') return node;
          const { filter, ...rest } = node;
          return filter === undefined ? node : rest;
        }),
      ),
  },
];
