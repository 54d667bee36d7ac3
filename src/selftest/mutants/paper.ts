// The bugs that the paper tells of, as far as they can be told through SQL.

import { someNode } from '../../dialect/sqlite/model/walk.ts';
import type { Binary, ColumnReference, Expression, Select, SelectCore, Statement } from '../../sql/ast.ts';
import { and, binary, call, integer } from '../../sql/build.ts';
import { refused } from '../../sql/outcome.ts';
import { printStatement } from '../../sql/print.ts';
import type { Mutant } from '../mutant.ts';
import { running, telling, withoutLastRow } from '../plant.ts';
import { rewrite } from '../rewrite.ts';

/** Does it mean the same for all rows? */
function isConstant(expression: Expression): boolean {
  return !someNode(expression, ({ kind }) => VARYING.has(kind));
}

const VARYING: ReadonlySet<string> = new Set(['column', 'select', 'call', 'rawExpression']);

function isConnective(node: { readonly kind: string }): node is Binary {
  return node.kind === 'binary' && ['AND', 'OR'].includes((node as Binary).operator);
}

/** How deep ANDs and ORs are nested. */
function depthOf(expression: Expression): number {
  return isConnective(expression) ? 1 + Math.max(depthOf(expression.left), depthOf(expression.right)) : 0;
}

function whereOf(statement: Statement): Expression | undefined {
  if (statement.kind === 'select') return statement.body.kind === 'core' ? statement.body.where : undefined;
  return statement.kind === 'update' || statement.kind === 'delete' ? statement.where : undefined;
}

/** The WHERE of a query, a query's part or a subquery, changed. */
function withWhere(statement: Statement, change: (where: Expression) => Expression): Statement {
  return rewrite(statement, (node) => {
    if (node.kind !== 'core' || node.where === undefined) return node;
    const where = change(node.where);
    return where === node.where ? node : ({ ...node, where } satisfies SelectCore);
  });
}

const withoutConstants = (where: Expression): Expression => {
  if (where.kind !== 'binary' || where.operator !== 'AND') return where;
  if (isConstant(where.left)) return withoutConstants(where.right);
  return isConstant(where.right) ? withoutConstants(where.left) : where;
};

const leftOfOr = (expression: Expression): Expression =>
  expression.kind === 'binary' && expression.operator === 'OR' ? expression.left : expression;

function readsItself({ columns, value }: { columns: readonly string[]; value: Expression }): boolean {
  return someNode(
    value,
    (node) => node.kind === 'column' && columns.includes((node as ColumnReference).name),
  );
}

function limitOf(statement: Select): bigint | null {
  const { limit } = statement;
  return limit?.kind === 'literal' && typeof limit.value === 'bigint' && limit.value > 0n
    ? limit.value
    : null;
}

/** Raises an error, in an expression. */
const FAILURE = call('abs', integer(-(2n ** 63n)));

export const paper: readonly Mutant[] = [
  {
    name: 'constant-delete',
    plants: 'DELETE takes a WHERE without columns for TRUE, whatever it says.',
    workload: 'constants',
    plant: () =>
      running((statement) => {
        if (statement.kind !== 'delete' || statement.where === undefined) return statement;
        const { where, ...all } = statement;
        return isConstant(where) ? all : statement;
      }),
  },
  {
    name: 'constant-terms-skipped',
    plants: 'In WHERE a AND b, a term without columns is skipped.',
    workload: 'constants',
    plant: () => running((statement) => withWhere(statement, withoutConstants)),
  },
  {
    name: 'nested-or-loses-rows',
    plants: 'An OR that is part of an AND in a WHERE stands for its left side only.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        withWhere(statement, (where) =>
          where.kind === 'binary' && where.operator === 'AND'
            ? and(leftOfOr(where.left), leftOfOr(where.right))
            : where,
        ),
      ),
  },
  {
    name: 'deep-connectives-lose-a-row',
    plants: 'Where ANDs and ORs are nested twice, the last row is lost.',
    workload: 'queries',
    plant: () =>
      telling((outcome, { statement }) => {
        const where = whereOf(statement);
        return where !== undefined && depthOf(where) >= 2 ? withoutLastRow(outcome) : outcome;
      }),
  },
  {
    name: 'true-refused',
    plants: 'TRUE is refused as a predicate.',
    workload: 'constants',
    plant: () => ({
      run: ({ statement, go }) => {
        const where = whereOf(statement);
        const isBare = where?.kind === 'boolean' && where.value;
        return isBare ? refused('other', 'no such column: TRUE') : go();
      },
    }),
  },
  {
    name: 'like-on-numbers-fails',
    plants: 'LIKE raises an error if its left side is a number.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) => {
          if (node.kind !== 'like' || node.operator !== 'LIKE') return node;
          const type = call('typeof', node.operand);
          const when = { kind: 'inList', operand: type, list: NUMBERS, negated: false } as const;
          return call('iif', when, FAILURE, node);
        }),
      ),
  },
  {
    name: 'limit-off-by-one',
    plants: 'LIMIT lets one row too many through.',
    workload: 'queries',
    plant: () =>
      running((statement) => {
        const limit = statement.kind === 'select' ? limitOf(statement) : null;
        return limit === null ? statement : ({ ...statement, limit: integer(limit + 1n) } as Select);
      }),
  },
  {
    name: 'update-skips-a-row',
    plants: 'UPDATE leaves the last row of a table of more than two as it was.',
    workload: 'queries',
    plant: () => ({
      run: ({ statement, go }) => {
        if (statement.kind !== 'update' || statement.from !== undefined) return go();
        const name = statement.alias ?? statement.table;
        const skipped = `SELECT rowid FROM ${statement.table} ORDER BY rowid LIMIT 1 OFFSET 2`;
        const isKept: Expression = { kind: 'rawExpression', sql: `${name}.rowid IS NOT (${skipped})` };
        const where = statement.where === undefined ? isKept : and(statement.where, isKept);
        const outcome = go(printStatement({ ...statement, where }));
        // A table WITHOUT ROWID has none.
        return outcome.kind === 'refused' && outcome.class === 'other' ? go() : outcome;
      },
    }),
  },
  {
    name: 'update-repeats-rows',
    plants: 'An UPDATE that computes a column from itself happens twice.',
    workload: 'queries',
    plant: () => ({
      run: ({ statement, go }) => {
        if (statement.kind === 'update' && statement.set.some(readsItself)) go();
        return go();
      },
    }),
  },
  {
    name: 'between-excludes-its-end',
    plants: 'BETWEEN with constant bounds leaves the upper one out.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) => {
          if (node.kind !== 'between' || node.negated) return node;
          if (node.low.kind !== 'literal' || node.high.kind !== 'literal') return node;
          return and(binary(node.operand, '>=', node.low), binary(node.operand, '<', node.high));
        }),
      ),
  },
  {
    name: 'and-forgets-its-left',
    plants: 'AND stands for its right side alone if its left one is BETWEEN or IN.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) =>
          node.kind === 'binary' &&
          node.operator === 'AND' &&
          (node.left.kind === 'between' || node.left.kind === 'inList')
            ? binary(node.right, 'AND', node.right)
            : node,
        ),
      ),
  },
  {
    name: 'and-forgets-its-right',
    plants: 'AND stands for its left side alone if its right one compares with < or >.',
    workload: 'queries',
    plant: () =>
      running((statement) =>
        rewrite(statement, (node) =>
          node.kind === 'binary' &&
          node.operator === 'AND' &&
          node.right.kind === 'binary' &&
          (node.right.operator === '<' || node.right.operator === '>')
            ? binary(node.left, 'AND', node.left)
            : node,
        ),
      ),
  },
];

const NUMBERS: readonly Expression[] = ['integer', 'real'].map((value) => ({ kind: 'literal', value }));
