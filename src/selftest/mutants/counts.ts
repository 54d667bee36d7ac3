// changes(): how many rows a statement says it changed.

import type { Mutant } from '../mutant.ts';

export const counts: readonly Mutant[] = [
  {
    name: 'delete-all-changes-nothing',
    plants: 'DELETE without WHERE says that it changed no row.',
    workload: 'constraints',
    plant: () => ({
      rows: (outcome, { statement }) =>
        statement.kind === 'delete' && statement.where === undefined ? { ...outcome, changes: 0 } : outcome,
    }),
  },
  {
    name: 'replace-counts-twice',
    plants: 'INSERT OR REPLACE counts every row twice.',
    workload: 'queries',
    plant: () => ({
      rows: (outcome, { statement }) =>
        statement.kind === 'insert' && statement.conflict === 'REPLACE'
          ? { ...outcome, changes: 2 * (outcome.changes ?? 0) }
          : outcome,
    }),
  },
  {
    name: 'update-counts-the-table',
    plants: 'UPDATE of several rows says that it changed one more.',
    workload: 'queries',
    plant: () => ({
      rows: (outcome, { statement }) =>
        statement.kind === 'update' && (outcome.changes ?? 0) > 1
          ? { ...outcome, changes: (outcome.changes ?? 0) + 1 }
          : outcome,
    }),
  },
];
