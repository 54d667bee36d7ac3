// The bugs that the paper tells of, as far as they can be told through SQL.

import { type EngineHooks, refused, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { withoutLastRow } from '../plant.ts';

/** Does it mean the same for all rows? */
function isConstant(expression: sql.Expression): boolean {
  return !sql.some(expression, ({ kind }) => VARYING.has(kind));
}

const VARYING: ReadonlySet<string> = new Set(['column', 'select', 'call', 'rawExpression']);

function isConnective(node: { readonly kind: string }): node is sql.Binary {
  return node.kind === 'binary' && ['AND', 'OR'].includes((node as sql.Binary).operator);
}

/** Each AND stands for the side that `kept` gives, if it gives one. */
function forgetful(kept: (and: sql.Binary) => sql.Expression | null): EngineHooks {
  return {
    statement: (statement) =>
      sql.rewrite(statement, (node) => {
        const side = node.kind === 'binary' && node.operator === 'AND' ? kept(node) : null;
        return side === null ? node : sql.binary(side, 'AND', side);
      }),
  };
}

/** How deep ANDs and ORs are nested. */
function depthOf(expression: sql.Expression): number {
  return isConnective(expression) ? 1 + Math.max(depthOf(expression.left), depthOf(expression.right)) : 0;
}

function whereOf(statement: sql.Statement): sql.Expression | undefined {
  if (statement.kind === 'select') return statement.body.kind === 'core' ? statement.body.where : undefined;
  return statement.kind === 'update' || statement.kind === 'delete' ? statement.where : undefined;
}

/** The WHERE of a query, a query's part or a subquery, changed. */
function withWhere(
  statement: sql.Statement,
  change: (where: sql.Expression) => sql.Expression,
): sql.Statement {
  return sql.rewrite(statement, (node) => {
    if (node.kind !== 'core' || node.where === undefined) return node;
    const where = change(node.where);
    return where === node.where ? node : ({ ...node, where } satisfies sql.SelectCore);
  });
}

const withoutConstants = (where: sql.Expression): sql.Expression => {
  if (where.kind !== 'binary' || where.operator !== 'AND') return where;
  if (isConstant(where.left)) return withoutConstants(where.right);
  return isConstant(where.right) ? withoutConstants(where.left) : where;
};

const leftOfOr = (expression: sql.Expression): sql.Expression =>
  expression.kind === 'binary' && expression.operator === 'OR' ? expression.left : expression;

function readsItself({ columns, value }: { columns: readonly string[]; value: sql.Expression }): boolean {
  return sql.some(value, (node) => node.kind === 'column' && columns.includes(node.name));
}

function limitOf(statement: sql.Select): bigint | null {
  const { limit } = statement;
  return limit?.kind === 'literal' && typeof limit.value === 'bigint' && limit.value > 0n
    ? limit.value
    : null;
}

/** Raises an error, in an expression. */
const FAILURE = sql.call('abs', sql.integer(-(2n ** 63n)));

export const paper: readonly Mutant[] = [
  {
    name: 'constant-delete',
    plants: 'DELETE takes a WHERE without columns for TRUE, whatever it says.',
    workload: 'constants',
    plant: () => ({
      statement: (statement) => {
        if (statement.kind !== 'delete' || statement.where === undefined) return statement;
        const { where, ...all } = statement;
        return isConstant(where) ? all : statement;
      },
    }),
  },
  {
    name: 'constant-terms-skipped',
    plants: 'In WHERE a AND b, a term without columns is skipped.',
    workload: 'constants',
    plant: () => ({ statement: (statement) => withWhere(statement, withoutConstants) }),
  },
  {
    name: 'nested-or-loses-rows',
    plants: 'An OR that is part of an AND in a WHERE stands for its left side only.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        withWhere(statement, (where) =>
          where.kind === 'binary' && where.operator === 'AND'
            ? sql.and(leftOfOr(where.left), leftOfOr(where.right))
            : where,
        ),
    }),
  },
  {
    name: 'deep-connectives-lose-a-row',
    plants: 'Where ANDs and ORs are nested twice, the last row is lost.',
    workload: 'queries',
    plant: () => ({
      rows: (outcome, { statement }) => {
        const where = whereOf(statement);
        return where !== undefined && depthOf(where) >= 2 ? withoutLastRow(outcome) : outcome;
      },
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
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) => {
          if (node.kind !== 'like' || node.operator !== 'LIKE') return node;
          const type = sql.call('typeof', node.operand);
          const when = { kind: 'inList', operand: type, list: NUMBERS, negated: false } as const;
          return sql.call('iif', when, FAILURE, node);
        }),
    }),
  },
  {
    name: 'limit-off-by-one',
    plants: 'LIMIT lets one row too many through.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) => {
        const limit = statement.kind === 'select' ? limitOf(statement) : null;
        return limit === null ? statement : ({ ...statement, limit: sql.integer(limit + 1n) } as sql.Select);
      },
    }),
  },
  {
    name: 'update-skips-a-row',
    plants: 'UPDATE leaves the last row of a table of more than two as it was.',
    workload: 'queries',
    plant: () => ({
      run: async ({ statement, go }) => {
        if (statement.kind !== 'update' || statement.from !== undefined) return go();
        const name = statement.alias ?? statement.table;
        const skipped = `SELECT rowid FROM ${statement.table} ORDER BY rowid LIMIT 1 OFFSET 2`;
        const isKept: sql.Expression = { kind: 'rawExpression', sql: `${name}.rowid IS NOT (${skipped})` };
        const where = statement.where === undefined ? isKept : sql.and(statement.where, isKept);
        const outcome = await go(sql.print({ ...statement, where }));
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
      run: async ({ statement, go }) => {
        if (statement.kind === 'update' && statement.set.some(readsItself)) await go();
        return go();
      },
    }),
  },
  {
    name: 'between-excludes-its-end',
    plants: 'BETWEEN with constant bounds leaves the upper one out.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) => {
          if (node.kind !== 'between' || node.negated) return node;
          if (node.low.kind !== 'literal' || node.high.kind !== 'literal') return node;
          return sql.and(sql.binary(node.operand, '>=', node.low), sql.binary(node.operand, '<', node.high));
        }),
    }),
  },
  {
    name: 'and-forgets-its-left',
    plants: 'AND stands for its right side alone if its left one is BETWEEN or IN.',
    workload: 'queries',
    plant: () =>
      forgetful(({ left, right }) => (left.kind === 'between' || left.kind === 'inList' ? right : null)),
  },
  {
    name: 'and-forgets-its-right',
    plants: 'AND stands for its left side alone if its right one compares with < or >.',
    workload: 'queries',
    plant: () =>
      forgetful(({ left, right }) =>
        right.kind === 'binary' && (right.operator === '<' || right.operator === '>') ? left : null,
      ),
  },
];

const NUMBERS: readonly sql.Expression[] = ['integer', 'real'].map((value) => ({ kind: 'literal', value }));
