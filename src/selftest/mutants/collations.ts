// Collations: which texts are equal, and which comes first.

import { sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const uncollated = (expression: sql.Expression): sql.Expression =>
  expression.kind === 'collate' ? expression.operand : expression;

const COMPARISONS: ReadonlySet<string> = new Set(['=', '==', '<>', '!=', '<', '<=', '>', '>=']);

export const collations: readonly Mutant[] = [
  {
    name: 'collate-operator-ignored',
    plants: 'COLLATE in a comparison changes nothing.',
    workload: 'texts',
    plant: () => ({
      statement: (statement) =>
        sql.rewrite(statement, (node) =>
          node.kind === 'binary' && COMPARISONS.has(node.operator)
            ? { ...node, left: uncollated(node.left), right: uncollated(node.right) }
            : node,
        ),
    }),
  },
  {
    name: 'column-collation-forgotten',
    plants: 'The collation of a column is forgotten.',
    workload: 'texts',
    plant: () => ({
      statement: (statement) => {
        if (statement.kind !== 'createTable') return statement;
        return { ...statement, columns: statement.columns.map(({ collate, ...column }) => column) };
      },
    }),
  },
  {
    name: 'order-ignores-case',
    plants: 'ORDER BY sorts texts without regard to case.',
    workload: 'texts',
    plant: () => ({
      statement: (statement) => {
        if (statement.kind !== 'select') return statement;
        const orderBy = statement.orderBy?.map((term) => ({
          ...term,
          collation: term.collation ?? 'NOCASE',
        }));
        return { ...statement, orderBy };
      },
    }),
  },
];
