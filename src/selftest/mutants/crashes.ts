// Power cuts: what was committed must survive them, nothing else may.

import { type Disk, refused } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

/** Syncs of files with this ending do nothing. */
function withoutSync(ending: string): (disk: Disk) => Partial<Disk> {
  return (disk) => ({
    sync: (file) => {
      if (!file.name.endsWith(ending)) disk.sync(file);
    },
  });
}

function sizeOf(disk: Disk, name: string): number {
  return disk.exists(name) ? disk.size(disk.open(name)) : 0;
}

export const crashes: readonly Mutant[] = [
  {
    name: 'log-not-synced',
    plants: 'A commit does not sync the write-ahead log.',
    workload: 'faults',
    plant: () => ({ disk: withoutSync('-wal') }),
  },
  {
    name: 'journal-not-synced',
    plants:
      'A rollback journal is not synced before the pages it protects are overwritten: they can be torn unnoticed.',
    workload: 'journal',
    plant: () => ({ disk: withoutSync('-journal') }),
  },
  {
    name: 'file-not-synced',
    plants: 'A checkpoint does not sync the file before it forgets the log: pages can be torn unnoticed.',
    workload: 'faults',
    plant: () => ({ disk: withoutSync('test.db') }),
  },
  {
    name: 'every-third-sync-skipped',
    plants: 'Every third sync of the write-ahead log is skipped.',
    workload: 'faults',
    plant: () => {
      let syncs = 0;
      return {
        disk: (disk) => ({
          sync: (file) => {
            if (!file.name.endsWith('-wal') || ++syncs % 3 !== 0) disk.sync(file);
          },
        }),
      };
    },
  },
  {
    name: 'open-transaction-survives',
    plants: 'After a crash, the INSERTs of the transaction that was open are there.',
    workload: 'faults',
    plant: () => {
      let inserts: string[] = [];
      let isOpen = false;
      return {
        boot: async ({ afterCrash, run }) => {
          if (afterCrash && isOpen) for (const sql of inserts) await run(sql);
          isOpen = false;
          return null;
        },
        run: async ({ statement, text, connection, go }) => {
          const outcome = await go();
          if (connection > 0 || outcome.kind !== 'rows') return outcome;
          if (statement.kind === 'begin') {
            isOpen = true;
            inserts = [];
          } else if (statement.kind === 'commit' || statement.kind === 'rollback') isOpen = false;
          else if (statement.kind === 'insert') inserts.push(text);
          return outcome;
        },
      };
    },
  },
  {
    name: 'interrupted-statement-half-done',
    plants: 'A DELETE or INSERT that a crash interrupts takes the first row of its table along.',
    workload: 'faults',
    plant: () => {
      let interrupted: string | null = null;
      return {
        boot: async ({ afterCrash, run }) => {
          if (afterCrash && interrupted !== null)
            await run(`DELETE FROM ${interrupted} WHERE rowid = (SELECT min(rowid) FROM ${interrupted})`);
          interrupted = null;
          return null;
        },
        run: async ({ statement, go }) => {
          const outcome = await go();
          const isWrite = statement.kind === 'insert' || statement.kind === 'delete';
          if (outcome.kind === 'cut' && isWrite) interrupted = statement.table;
          return outcome;
        },
      };
    },
  },
  {
    name: 'log-refused-after-crash',
    plants: 'A database does not open after a crash if its write-ahead log is longer than ten pages.',
    workload: 'faults',
    plant: () => ({
      boot: async ({ disk, afterCrash, run }) => {
        const page = await run('PRAGMA page_size');
        const size = page.kind === 'rows' ? Number(page.rows[0][0]) : 4096;
        const isLong = sizeOf(disk, 'test.db-wal') > 10 * size;
        return afterCrash && isLong ? refused('corrupt', 'malformed write-ahead log') : null;
      },
    }),
  },
  {
    name: 'recovery-gives-up-on-small-pages',
    plants: 'A database of small pages does not open after a crash.',
    workload: 'faults',
    plant: () => ({
      boot: async ({ afterCrash, run }) => {
        const page = await run('PRAGMA page_size');
        const isSmall = page.kind === 'rows' && page.rows[0][0] === 512n;
        return afterCrash && isSmall ? refused('other', 'cannot recover') : null;
      },
    }),
  },
];
