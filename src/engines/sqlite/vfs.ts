// SQLite's operating system: one VFS, registered once per module, over the world of the running process.
// SQLite is synchronous, so there is always at most one running process, and names need no prefix that tells worlds
// apart (it would show in PRAGMA database_list and in messages). Nothing here throws: on a dead disk all calls fail.

import { invariant } from '../../errors.ts';
import { attempt, type FileHandle, fileMethods } from './file-methods.ts';
import type { Memory } from './memory.ts';
import type { Pointer, SqliteModule } from './module.ts';
import { CANTOPEN, IOERR, IOERR_ACCESS, IOERR_DELETE, IOERR_DELETE_NOENT, OK } from './result-code.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const OPEN_CREATE = 0x4;
const OPEN_DELETE_ON_CLOSE = 0x8;
/** The Julian day of 1970 began at noon, hence the half. */
const UNIX_EPOCH_JULIAN_MS = 210_866_760_000_000n;
const DAY_MS = 86_400_000;

export interface Vfs {
  /** The process that runs from now on. */
  running: SimulatedProcess | null;
}

export function registerVfs(module: SqliteModule, memory: Memory): Vfs {
  const handles = new Map<Pointer, FileHandle>();
  const vfs: Vfs = { running: null };

  const running = (): SimulatedProcess => {
    invariant(vfs.running !== null, 'SQLite runs only for a process');
    return vfs.running;
  };

  const vfsMethods = {
    xOpen(_vfs: Pointer, namePointer: Pointer, address: Pointer, flags: number, flagsOut: Pointer): number {
      const process = running();
      const { disk } = process.world;
      memory.writeInt32(address, 0);
      let isMissing = false;
      const result = attempt(process, IOERR, () => {
        const name = namePointer === 0 ? unusedName(process) : memory.readCString(namePointer);
        isMissing = (flags & OPEN_CREATE) === 0 && !disk.exists(name);
        if (isMissing) return;
        const isTemporary = (flags & OPEN_DELETE_ON_CLOSE) !== 0;
        handles.set(address, { process, file: disk.open(name), isTemporary });
      });
      if (result !== OK) return result;
      if (isMissing) return CANTOPEN;
      memory.writeInt32(address, fileMethodsPointer);
      if (flagsOut !== 0) memory.writeInt32(flagsOut, flags);
      return OK;
    },
    xDelete(_vfs: Pointer, namePointer: Pointer, syncDirectory: number): number {
      const process = running();
      const { disk } = process.world;
      let isMissing = false;
      const result = attempt(process, IOERR_DELETE, () => {
        const name = memory.readCString(namePointer);
        isMissing = !disk.exists(name);
        if (!isMissing) disk.remove(name, syncDirectory !== 0);
      });
      return isMissing ? IOERR_DELETE_NOENT : result;
    },
    /** An empty file counts as none, as on Unix: SQLite relies on it for journals. */
    xAccess(_vfs: Pointer, namePointer: Pointer, _flags: number, existsOut: Pointer): number {
      const process = running();
      const { disk } = process.world;
      return attempt(process, IOERR_ACCESS, () => {
        const name = memory.readCString(namePointer);
        const isThere = disk.exists(name) && disk.size(disk.open(name)) > 0;
        memory.writeInt32(existsOut, isThere ? 1 : 0);
      });
    },
    xFullPathname(_vfs: Pointer, namePointer: Pointer, room: number, pathOut: Pointer): number {
      const { bytes } = memory;
      const end = bytes.indexOf(0, namePointer) + 1;
      if (end - namePointer > room) return CANTOPEN;
      bytes.copyWithin(pathOut, namePointer, end);
      return OK;
    },
    xRandomness(_vfs: Pointer, count: number, into: Pointer): number {
      running().world.entropy(memory.bytes.subarray(into, into + count));
      return count;
    },
    xSleep(_vfs: Pointer, microseconds: number): number {
      running().world.clock.advance(BigInt(microseconds) * 1000n);
      return microseconds;
    },
    xCurrentTime(_vfs: Pointer, daysOut: Pointer): number {
      memory.writeDouble(daysOut, Number(julianMilliseconds(running())) / DAY_MS);
      return OK;
    },
    xCurrentTimeInt64(_vfs: Pointer, millisecondsOut: Pointer): number {
      memory.writeInt64(millisecondsOut, julianMilliseconds(running()));
      return OK;
    },
    xGetLastError: (): number => 0,
  };

  const fileMethodsPointer = module.registerVfs('dirt', vfsMethods, fileMethods(handles, memory));
  return vfs;
}

/** A name for a temporary file. One that a crash left behind must not be taken again. */
function unusedName({ world }: SimulatedProcess): string {
  let number = 0;
  while (world.disk.exists(`temporary-${number}`)) number++;
  return `temporary-${number}`;
}

function julianMilliseconds({ world }: SimulatedProcess): bigint {
  return world.clock.read() / 1_000_000n + UNIX_EPOCH_JULIAN_MS;
}
