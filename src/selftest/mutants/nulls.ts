// NULL is neither equal nor unequal to anything, and easily forgotten.

import { sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const orTrue = (operand: sql.Expression) => sql.call('coalesce', operand, sql.integer(1));

const isNullLiteral = (expression: sql.Expression) =>
  expression.kind === 'literal' && expression.value === null;

export const nulls: readonly Mutant[] = [
  {
    name: 'is-means-equals',
    plants: 'IS between a column and anything but TRUE and FALSE means =, so that NULL IS NULL is NULL.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'binary' && node.operator === 'IS' && node.right.kind !== 'boolean'
            ? sql.binary(node.left, '=', node.right)
            : node,
        ),
    }),
  },
  {
    name: 'not-null-is-true',
    plants: 'In a WHERE, NOT of NULL is TRUE.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, (core) => ({
          where:
            core.where?.kind === 'unary' && core.where.operator === 'NOT' ? orTrue(core.where) : core.where,
        })),
    }),
  },
  {
    name: 'unknown-rows-lost',
    plants:
      'A WHERE that asks whether a predicate is NULL is taken for FALSE if the predicate is a comparison.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, ({ where }) => ({
          where:
            where?.kind === 'nullTest' && where.form === 'ISNULL' && where.operand.kind === 'binary'
              ? sql.integer(0)
              : where,
        })),
    }),
  },
  {
    name: 'count-counts-nulls',
    plants: 'count(x) counts NULLs where the query has a WHERE.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewriteQueries(statement, (core) =>
          core.where === undefined
            ? {}
            : {
                columns: core.columns.map((column) =>
                  column.kind === 'expression' &&
                  column.expression.kind === 'call' &&
                  column.expression.name === 'count' &&
                  !column.expression.distinct
                    ? { ...column, expression: { ...column.expression, arguments: sql.countAll.arguments } }
                    : column,
                ),
              },
        ),
    }),
  },
  {
    name: 'in-list-forgets-null',
    plants: 'NOT IN does not see a NULL in its list.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'inList' && node.negated
            ? { ...node, list: node.list.filter((item) => !isNullLiteral(item)) }
            : node,
        ),
    }),
  },
  {
    name: 'null-and-false',
    plants: 'AND gives NULL as soon as its left side is NULL.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) => {
          if (node.kind !== 'binary' || node.operator !== 'AND') return node;
          return sql.call('iif', sql.isNull(node.left), sql.NULL, node);
        }),
    }),
  },
];
