// The file: what is written to it, what is still there after closing and opening, and bytes that change.

import { DATABASE_FILE, type Disk, type EngineHooks, refused } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

/** Where the header of a database keeps the size of the free list. */
const FREE_PAGES_AT = 36;

const isHeader = (name: string, offset: number) => name === DATABASE_FILE && offset === 0;

export const storage: readonly Mutant[] = [
  {
    name: 'last-checkpoint-lost',
    plants: 'What a database writes to its file while it is closed does not arrive.',
    workload: 'faults',
    plant: () => {
      let isClosing = false;
      return {
        boot: () => {
          isClosing = false;
          return null;
        },
        close: () => {
          isClosing = true;
        },
        disk: (disk) => ({
          write: (file, bytes, offset) => {
            if (!isClosing || file.name !== DATABASE_FILE) disk.write(file, bytes, offset);
          },
        }),
      };
    },
  },
  {
    name: 'last-insert-lost-on-reopen',
    plants: 'The newest row of the table that was last inserted into is gone after a reopen.',
    workload: 'faults',
    plant: () => {
      let table: string | null = null;
      return {
        run: ({ statement, go }) => {
          if (statement.kind === 'insert') table = statement.table;
          return go();
        },
        close: async (run) => {
          if (table !== null)
            await run(`DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`);
        },
      };
    },
  },
  {
    name: 'free-list-miscounted',
    plants: 'The header says that there is one free page more than there is, once there are any.',
    workload: 'faults',
    plant: () => ({
      disk: (disk) => ({
        write: (file, bytes, offset) => {
          const copy = bytes.slice();
          if (isHeader(file.name, offset) && copy.length > FREE_PAGES_AT + 4) {
            const view = new DataView(copy.buffer, copy.byteOffset);
            const free = view.getUint32(FREE_PAGES_AT);
            if (free > 0) view.setUint32(FREE_PAGES_AT, free + 1);
          }
          disk.write(file, copy, offset);
        },
      }),
    }),
  },
  {
    name: 'byte-flipped-in-pages',
    plants: 'Every fifth page that is written to the file has a wrong last byte.',
    workload: 'faults',
    plant: () =>
      everyPage(5, 0, (disk, file, bytes, offset) => {
        const copy = bytes.slice();
        copy[copy.length - 1] ^= 0x01;
        disk.write(file, copy, offset);
      }),
  },
  {
    name: 'page-written-twice-elsewhere',
    plants: 'Every seventh page after the second is written to the place of the one before it.',
    workload: 'faults',
    plant: () =>
      everyPage(7, 2, (disk, file, bytes, offset) => disk.write(file, bytes, offset - bytes.length)),
  },
  {
    name: 'free-pages-stop-the-opening',
    plants: 'A database with free pages does not open again.',
    workload: 'faults',
    plant: () => ({
      boot: async ({ run }) => {
        const free = await run('PRAGMA freelist_count');
        const some = free.kind === 'rows' && Number(free.rows[0]?.[0]) > 0;
        return some ? refused('other', 'invalid free list in the header') : null;
      },
    }),
  },
];

/** Something else is done with every nth page that is written to the file, not counting the first pages. */
function everyPage(
  nth: number,
  first: number,
  write: (disk: Disk, ...page: Parameters<Disk['write']>) => void,
): EngineHooks {
  let writes = 0;
  return {
    disk: (disk) => ({
      write: (file, bytes, offset) => {
        const isPage =
          file.name === DATABASE_FILE && bytes.length >= 512 && offset >= Math.max(1, first * bytes.length);
        if (isPage && ++writes % nth === 0) write(disk, file, bytes, offset);
        else disk.write(file, bytes, offset);
      },
    }),
  };
}
