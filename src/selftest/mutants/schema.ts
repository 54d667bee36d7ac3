// CREATE and DROP: tables that come twice or do not go.

import { NOTHING } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

export const schema: readonly Mutant[] = [
  {
    name: 'double-create-accepted',
    plants: 'CREATE TABLE of a table that exists is accepted and does nothing.',
    workload: 'queries',
    plant: () => ({
      run: async ({ statement, go }) => {
        const outcome = await go();
        return statement.kind === 'createTable' && outcome.kind === 'refused' ? NOTHING : outcome;
      },
    }),
  },
  {
    name: 'double-create-empties',
    plants: 'CREATE TABLE of a table that exists is refused, but empties the table.',
    workload: 'queries',
    plant: () => ({
      run: async ({ statement, go }) => {
        const outcome = await go();
        if (statement.kind === 'createTable' && outcome.kind === 'refused')
          await go(`DELETE FROM ${statement.name}`);
        return outcome;
      },
    }),
  },
  {
    name: 'dropped-table-answers',
    plants: 'A query of a dropped table finds no rows instead of no table.',
    workload: 'queries',
    plant: () => ({
      run: async ({ statement, go }) => {
        const outcome = await go();
        const isMissing = outcome.kind === 'refused' && outcome.class === 'noSuchTable';
        return isMissing && statement.kind === 'select' ? NOTHING : outcome;
      },
    }),
  },
  {
    name: 'full-table-not-dropped',
    plants: 'DROP TABLE does nothing if the table holds rows.',
    workload: 'queries',
    plant: () => ({
      run: async ({ statement, go }) => {
        if (statement.kind !== 'drop' || statement.what !== 'TABLE') return go();
        const rows = await go(`SELECT 1 FROM ${statement.name} LIMIT 1`);
        return rows.kind === 'rows' && rows.rows.length > 0 ? NOTHING : go();
      },
    }),
  },
];
