// Two runs of the same plan differ. Nothing else is wrong with these: the rows are right in any order.

import type { EngineHooks } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

/** A bug for every other life, none for those between. */
function everyOther(hooks: EngineHooks): Mutant['plant'] {
  return (life) => (life % 2 === 0 ? {} : hooks);
}

export const determinism: readonly Mutant[] = [
  {
    name: 'order-from-a-hash-seed',
    plants: 'Every other time, the rows of a query without ORDER BY come in the opposite order.',
    workload: 'queries',
    plant: everyOther({
      run: async ({ statement, go }) => {
        const outcome = await go();
        const isFree =
          statement.kind === 'select' && statement.orderBy === undefined && statement.body.kind === 'core';
        return isFree && outcome.kind === 'rows' && statement.limit === undefined
          ? { ...outcome, rows: [...outcome.rows].reverse() }
          : outcome;
      },
    }),
  },
  {
    name: 'extra-checkpoints',
    plants: 'Every other time, the log is checkpointed when a table is created.',
    workload: 'queries',
    plant: everyOther({
      run: async ({ statement, go }) => {
        const outcome = await go();
        if (statement.kind === 'createTable') await go('PRAGMA wal_checkpoint');
        return outcome;
      },
    }),
  },
  {
    name: 'extra-reads',
    plants: 'Every other time, an INSERT reads a page that it does not need.',
    workload: 'queries',
    plant: everyOther({
      disk: (disk) => ({
        write: (file, bytes, offset) => {
          disk.read(file, new Uint8Array(16), 0);
          disk.write(file, bytes, offset);
        },
      }),
    }),
  },
  {
    name: 'version-from-somewhere',
    plants: 'Every other time, dropping a table leaves another user_version in the header.',
    workload: 'queries',
    plant: everyOther({
      run: async ({ statement, go }) => {
        const outcome = await go();
        if (statement.kind === 'drop' && outcome.kind === 'rows') await go('PRAGMA user_version = 7');
        return outcome;
      },
    }),
  },
];
