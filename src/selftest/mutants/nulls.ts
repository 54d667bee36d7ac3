// NULL is neither equal nor unequal to anything, and easily forgotten.

import type { Expression } from '../../sql/ast.ts';
import { binary, call, countAll, integer, isNull, NULL } from '../../sql/build.ts';
import type { Mutant } from '../mutant.ts';
import { running } from '../plant.ts';
import { rewrite, rewriteQueries } from '../rewrite.ts';

const orTrue = (operand: Expression) => call('coalesce', operand, integer(1));

const isNullLiteral = (expression: Expression) => expression.kind === 'literal' && expression.value === null;

export const nulls: readonly Mutant[] = [
  {
    name: 'is-means-equals',
    plants: 'IS between a column and anything but TRUE and FALSE means =, so that NULL IS NULL is NULL.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) =>
          node.kind === 'binary' && node.operator === 'IS' && node.right.kind !== 'boolean'
            ? binary(node.left, '=', node.right)
            : node,
        ),
      ),
  },
  {
    name: 'not-null-is-true',
    plants: 'In a WHERE, NOT of NULL is TRUE.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewriteQueries(statement, (core) => ({
          where:
            core.where?.kind === 'unary' && core.where.operator === 'NOT' ? orTrue(core.where) : core.where,
        })),
      ),
  },
  {
    name: 'unknown-rows-lost',
    plants:
      'A WHERE that asks whether a predicate is NULL is taken for FALSE if the predicate is a comparison.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewriteQueries(statement, ({ where }) => ({
          where:
            where?.kind === 'nullTest' && where.form === 'ISNULL' && where.operand.kind === 'binary'
              ? integer(0)
              : where,
        })),
      ),
  },
  {
    name: 'count-counts-nulls',
    plants: 'count(x) counts NULLs where the query has a WHERE.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewriteQueries(statement, (core) =>
          core.where === undefined
            ? {}
            : {
                columns: core.columns.map((column) =>
                  column.kind === 'expression' &&
                  column.expression.kind === 'call' &&
                  column.expression.name === 'count' &&
                  !column.expression.distinct
                    ? { ...column, expression: { ...column.expression, arguments: countAll.arguments } }
                    : column,
                ),
              },
        ),
      ),
  },
  {
    name: 'in-list-forgets-null',
    plants: 'NOT IN does not see a NULL in its list.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) =>
          node.kind === 'inList' && node.negated
            ? { ...node, list: node.list.filter((item) => !isNullLiteral(item)) }
            : node,
        ),
      ),
  },
  {
    name: 'null-and-false',
    plants: 'AND gives NULL as soon as its left side is NULL.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) => {
          if (node.kind !== 'binary' || node.operator !== 'AND') return node;
          return call('iif', isNull(node.left), NULL, node);
        }),
      ),
  },
];
