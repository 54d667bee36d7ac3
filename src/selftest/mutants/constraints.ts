// Constraints that are not enforced, and refusals of the wrong kind.

import { NOTHING, refused, type sql } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

function withColumns(
  statement: sql.CreateTable,
  change: (column: sql.ColumnDefinition) => sql.ColumnDefinition,
): sql.CreateTable {
  return { ...statement, columns: statement.columns.map(change) };
}

export const constraints: readonly Mutant[] = [
  {
    name: 'unique-index-not-enforced',
    plants: 'A UNIQUE index lets duplicates in.',
    workload: 'constraints',
    plant: () => ({
      statement: (statement) =>
        statement.kind === 'createIndex' ? { ...statement, unique: false } : statement,
    }),
  },
  {
    name: 'unique-column-not-enforced',
    plants: 'UNIQUE on a column is ignored.',
    workload: 'constraints',
    plant: () => ({
      statement: (statement) =>
        statement.kind === 'createTable'
          ? withColumns(statement, ({ unique, ...column }) => column)
          : statement,
    }),
  },
  {
    name: 'not-null-not-enforced',
    plants: 'NOT NULL is ignored on columns without a default.',
    workload: 'constraints',
    plant: () => ({
      statement: (statement) =>
        statement.kind === 'createTable' && !statement.strict && !statement.withoutRowid
          ? withColumns(statement, ({ notNull, ...column }) =>
              notNull && column.default !== undefined ? { ...column, notNull } : column,
            )
          : statement,
    }),
  },
  {
    name: 'check-not-enforced',
    plants: 'CHECK is ignored.',
    workload: 'constraints',
    plant: () => ({
      statement: (statement) =>
        statement.kind === 'createTable'
          ? {
              ...withColumns(statement, ({ check, ...column }) => column),
              constraints: statement.constraints?.filter(({ kind }) => kind !== 'check'),
            }
          : statement,
    }),
  },
  {
    name: 'conflict-says-corrupt',
    plants: 'A violated UNIQUE or PRIMARY KEY is reported as a damaged file.',
    workload: 'constraints',
    plant: () => ({
      run: async ({ go }) => {
        const outcome = await go();
        const isConflict =
          outcome.kind === 'refused' &&
          (outcome.constraint === 'unique' || outcome.constraint === 'primaryKey');
        return isConflict ? refused('corrupt', 'database disk image is malformed') : outcome;
      },
    }),
  },
  {
    name: 'missing-table-says-io',
    plants: 'That a table does not exist is reported as an I/O error.',
    workload: 'queries',
    plant: () => ({
      run: async ({ go }) => {
        const outcome = await go();
        return outcome.kind === 'refused' && outcome.class === 'noSuchTable'
          ? refused('io', 'disk I/O error')
          : outcome;
      },
    }),
  },
  {
    name: 'second-conflict-swallowed',
    plants: 'Of two conflicts in a row the second is not reported, and its row is not stored.',
    workload: 'constraints',
    plant: () => {
      let conflicts = 0;
      return {
        run: async ({ go }) => {
          const outcome = await go();
          if (outcome.kind !== 'refused' || outcome.class !== 'constraint') return outcome;
          return ++conflicts % 2 === 0 ? NOTHING : outcome;
        },
      };
    },
  },
];
