// I/O errors: a statement that meets one must do all or nothing, and a query must be right or refused.

import { NOTHING } from '../../index.ts';
import type { Mutant } from '../mutant.ts';
import { withoutLastRow } from '../plant.ts';

export const ioErrors: readonly Mutant[] = [
  {
    name: 'failed-write-takes-a-row',
    plants: 'A write that fails with an I/O error has deleted a row of its table.',
    workload: 'faults',
    plant: () => {
      let table: string | null = null;
      return {
        run: async ({ statement, go }) => {
          const outcome = await go();
          const isWrite = statement.kind === 'insert' || statement.kind === 'delete';
          if (isWrite && outcome.kind === 'refused' && outcome.class === 'io') table = statement.table;
          return outcome;
        },
        close: async (run) => {
          if (table !== null)
            await run(`DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`);
          table = null;
        },
      };
    },
  },
  {
    name: 'failed-insert-repeated',
    plants: 'An INSERT that fails with an I/O error is done twice before the database is closed.',
    workload: 'faults',
    plant: () => {
      let failed: string | null = null;
      return {
        run: async ({ statement, text, go }) => {
          const outcome = await go();
          if (statement.kind === 'insert' && outcome.kind === 'refused' && outcome.class === 'io')
            failed = text;
          return outcome;
        },
        close: async (run) => {
          if (failed !== null) for (const sql of [failed, failed]) await run(sql);
          failed = null;
        },
      };
    },
  },
  {
    name: 'failed-read-is-empty',
    plants: 'A query that meets an I/O error returns no rows instead of the error.',
    workload: 'faults',
    plant: () => ({
      run: async ({ statement, go }) => {
        const outcome = await go();
        const hasFailed = outcome.kind === 'refused' && outcome.class === 'io';
        return hasFailed && statement.kind === 'select' ? NOTHING : outcome;
      },
    }),
  },
  {
    name: 'read-error-loses-a-row',
    plants: 'A query that meets an I/O error and reads on loses its last row.',
    workload: 'faults',
    plant: () => ({
      run: async ({ statement, go }) => {
        const outcome = await go();
        if (statement.kind !== 'select' || outcome.kind !== 'refused' || outcome.class !== 'io')
          return outcome;
        const again = await go();
        return again.kind === 'rows' ? withoutLastRow(again) : again;
      },
    }),
  },
];
