// Panics and statements without an end.

import { type Outcome, sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

const panic = (location: string): Outcome => ({ kind: 'panic', message: 'assertion failed', location });

export const deaths: readonly Mutant[] = [
  {
    name: 'panic-after-many-inserts',
    plants: 'The eighth INSERT since the database was opened panics.',
    workload: 'queries',
    plant: () => {
      let inserts = 0;
      return {
        boot: () => {
          inserts = 0;
          return null;
        },
        run: ({ statement, go }) =>
          statement.kind === 'insert' && ++inserts === 8 ? panic('btree.rs:100:5') : go(),
      };
    },
  },
  {
    name: 'panic-on-scalar-subquery',
    plants: 'A scalar subquery within a WHERE panics.',
    workload: 'reading',
    plant: () => ({
      run: ({ statement, go }) =>
        statement.kind === 'select' &&
        statement.body.kind === 'core' &&
        sql.some(statement.body.where, ({ kind }) => kind === 'scalar')
          ? panic('expr.rs:7:9')
          : go(),
    }),
  },
  {
    name: 'hang-on-full-join',
    plants: 'A FULL JOIN does not come to an end.',
    workload: 'reading',
    plant: () => ({
      run: ({ statement, go }) =>
        sql.some(statement, (node) => node.kind === 'join' && node.operator === 'FULL JOIN')
          ? { kind: 'fuel' }
          : go(),
    }),
  },
  {
    name: 'hang-on-nested-rollback',
    plants: 'ROLLBACK while a savepoint is open does not come to an end.',
    workload: 'transactions',
    plant: () => {
      const open = new Map<number, number>();
      return {
        run: ({ statement, connection, go }) => {
          const depth = open.get(connection) ?? 0;
          if (statement.kind === 'savepoint') open.set(connection, depth + 1);
          if (statement.kind === 'release') open.set(connection, Math.max(0, depth - 1));
          if (statement.kind === 'rollback' && depth > 0) return { kind: 'fuel' };
          if (statement.kind === 'commit') open.delete(connection);
          return go();
        },
      };
    },
  },
];
