// Affinities and casts: which type a value has, and which one it is compared as.

import { sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const bare = (column: sql.ColumnReference): sql.Expression => ({
  kind: 'unary',
  operator: '+',
  operand: column,
});

export const types: readonly Mutant[] = [
  {
    name: 'comparison-without-affinity',
    plants: 'A column that is compared with a text is compared as it is stored.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'binary' &&
          COMPARISONS.has(node.operator) &&
          node.left.kind === 'column' &&
          node.right.kind === 'literal' &&
          typeof node.right.value === 'string'
            ? { ...node, left: bare(node.left) }
            : node,
        ),
    }),
  },
  {
    name: 'real-keeps-integers',
    plants: 'A REAL column stores integers as integers.',
    workload: 'queries',
    plant: () => ({
      statement: (statement) =>
        statement.kind === 'createTable' && !statement.strict
          ? {
              ...statement,
              columns: statement.columns.map((column) =>
                /REAL|FLOA|DOUB/i.test(column.type ?? '') ? { ...column, type: 'NUMERIC' } : column,
              ),
            }
          : statement,
    }),
  },
  {
    name: 'cast-rounds',
    plants: 'CAST to an integer type rounds where it must cut off.',
    workload: 'texts',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'cast' && /INT/i.test(node.type)
            ? sql.cast(sql.call('round', node.operand), node.type)
            : node,
        ),
    }),
  },
  {
    name: 'added-default-forgotten',
    plants: 'A column that ALTER TABLE adds has no default.',
    workload: 'schemas',
    plant: () => ({
      statement: (statement) => {
        if (statement.kind !== 'alterTable' || statement.action.kind !== 'addColumn') return statement;
        const { default: forgotten, ...column } = statement.action.column;
        if (column.notNull !== undefined) return statement;
        return { ...statement, action: { ...statement.action, column } };
      },
    }),
  },
];

const COMPARISONS: ReadonlySet<string> = new Set(['=', '==', '<>', '!=', '<', '<=', '>', '>=']);
