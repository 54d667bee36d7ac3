// Asynchronous I/O that is acknowledged before it is done.

import type { EngineHooks } from '../../index.ts';
import type { Mutant } from '../mutant.ts';

/** Writes are done late: after the next sync, or before the next operation of another kind. */
function lateWrites(isLate: (written: number) => boolean): NonNullable<EngineHooks['disk']> {
  return (disk) => {
    let written = 0;
    let late: (() => void)[] = [];
    const flush = () => {
      const writes = late;
      late = [];
      for (const write of writes) write();
    };
    return {
      write: (open, bytes, offset) => {
        const copy = bytes.slice();
        if (isLate(written++)) late.push(() => disk.write(open, copy, offset));
        else disk.write(open, copy, offset);
      },
      sync: (open) => {
        disk.sync(open);
        flush();
      },
      read: (open, into, offset) => {
        flush();
        return disk.read(open, into, offset);
      },
      truncate: (open, size) => {
        flush();
        disk.truncate(open, size);
      },
      size: (open) => {
        flush();
        return disk.size(open);
      },
      files: () => {
        flush();
        return disk.files();
      },
    };
  };
}

export const asyncIo: readonly Mutant[] = [
  {
    name: 'sync-overtakes-writes',
    plants: 'A sync completes before the writes that were asked for before it.',
    workload: 'asyncIo',
    plant: () => ({ disk: lateWrites(() => true) }),
  },
  {
    name: 'sync-overtakes-every-third-write',
    plants: 'Every third write is acknowledged, and done after the next sync.',
    workload: 'asyncIo',
    plant: () => ({ disk: lateWrites((written) => written % 3 === 2) }),
  },
];
