// SQLite's operating system: one VFS, registered once a module, over whatever world the running process lives in.
// SQLite is synchronous, so there is always at most one running process, and names need no prefix that tells worlds
// apart (it would show in PRAGMA database_list and in messages). Nothing here throws: on a dead disk all calls fail.
//
// The disk never damages bytes beside those that are written, which SQLite calls powersafe overwrite.

import { invariant } from '../../errors.ts';
import { DiskError, type OpenFile } from '../../world/disk.ts';
import type { Memory } from './memory.ts';
import type { Pointer, SqliteModule } from './module.ts';
import {
  BUSY,
  CANTOPEN,
  FULL,
  IOERR,
  IOERR_ACCESS,
  IOERR_CHECKRESERVEDLOCK,
  IOERR_DELETE,
  IOERR_DELETE_NOENT,
  IOERR_FSTAT,
  IOERR_FSYNC,
  IOERR_LOCK,
  IOERR_READ,
  IOERR_SHMLOCK,
  IOERR_SHMMAP,
  IOERR_SHORT_READ,
  IOERR_TRUNCATE,
  IOERR_WRITE,
  NOTFOUND,
  OK,
} from './result-code.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const OPEN_CREATE = 0x4;
const OPEN_DELETE_ON_CLOSE = 0x8;
const SECTOR_SIZE = 512;
const POWERSAFE_OVERWRITE = 0x1000;
const SHM_UNLOCK = 1;
/** The Julian day of 1970 began at noon, hence the half. */
const UNIX_EPOCH_JULIAN_MS = 210_866_760_000_000n;
const DAY_MS = 86_400_000;

interface Handle {
  readonly process: SimulatedProcess;
  readonly file: OpenFile;
  readonly isTemporary: boolean;
}

export interface Vfs {
  /** The process that runs from now on. */
  running: SimulatedProcess | null;
}

export function registerVfs(module: SqliteModule, memory: Memory): Vfs {
  const handles = new Map<Pointer, Handle>();
  const vfs: Vfs = { running: null };

  const running = (): SimulatedProcess => {
    invariant(vfs.running !== null, 'SQLite runs only for a process');
    return vfs.running;
  };
  const handleOf = (file: Pointer): Handle => {
    const handle = handles.get(file);
    invariant(handle !== undefined, 'SQLite uses only files that it has opened');
    return handle;
  };

  const fileMethods = {
    xClose(address: Pointer): number {
      const { process, file, isTemporary } = handleOf(address);
      handles.delete(address);
      if (!isTemporary) return OK;
      return attempt(process, IOERR_DELETE, () => process.world.disk.remove(file.name, false));
    },
    xRead(address: Pointer, into: Pointer, count: number, offset: bigint): number {
      const { process, file } = handleOf(address);
      const { disk } = process.world;
      const bytes = memory.bytes.subarray(into, into + count);
      const start = Number(offset);
      let done = 0;
      const result = attempt(process, IOERR_READ, () => {
        done = disk.read(file, bytes, start);
        // A short read before the end of the file is not an error on Unix: one reads on.
        while (done < count && start + done < disk.size(file)) {
          const more = disk.read(file, bytes.subarray(done), start + done);
          if (more === 0) break;
          done += more;
        }
      });
      if (result !== OK || done === count) return result;
      bytes.fill(0, done);
      return IOERR_SHORT_READ;
    },
    xWrite(address: Pointer, from: Pointer, count: number, offset: bigint): number {
      const { process, file } = handleOf(address);
      return attempt(process, IOERR_WRITE, () =>
        process.world.disk.write(file, memory.bytes.subarray(from, from + count), Number(offset)),
      );
    },
    xTruncate(address: Pointer, size: bigint): number {
      const { process, file } = handleOf(address);
      return attempt(process, IOERR_TRUNCATE, () => process.world.disk.truncate(file, Number(size)));
    },
    xSync(address: Pointer): number {
      const { process, file } = handleOf(address);
      return attempt(process, IOERR_FSYNC, () => process.world.disk.sync(file));
    },
    xFileSize(address: Pointer, sizeOut: Pointer): number {
      const { process, file } = handleOf(address);
      return attempt(process, IOERR_FSTAT, () =>
        memory.writeInt64(sizeOut, BigInt(process.world.disk.size(file))),
      );
    },
    xLock(address: Pointer, level: number): number {
      const { process, file } = handleOf(address);
      if (!process.isConnected) return IOERR_LOCK;
      return process.lockOf(file.name).acquire(address, level) ? OK : BUSY;
    },
    xUnlock(address: Pointer, level: number): number {
      const { process, file } = handleOf(address);
      process.lockOf(file.name).release(address, level);
      return OK;
    },
    xCheckReservedLock(address: Pointer, isReservedOut: Pointer): number {
      const { process, file } = handleOf(address);
      if (!process.isConnected) return IOERR_CHECKRESERVEDLOCK;
      memory.writeInt32(isReservedOut, process.lockOf(file.name).isReserved ? 1 : 0);
      return OK;
    },
    xFileControl: (): number => NOTFOUND,
    xSectorSize: (): number => SECTOR_SIZE,
    xDeviceCharacteristics: (): number => POWERSAFE_OVERWRITE,
    xShmMap(address: Pointer, region: number, size: number, extend: number, addressOut: Pointer): number {
      const { process, file } = handleOf(address);
      if (!process.isConnected) return IOERR_SHMMAP;
      const mapped = process.sharedMemoryOf(file.name).map(address, region, size, extend !== 0);
      memory.writeInt32(addressOut, mapped ?? 0);
      return mapped === null ? IOERR_SHMMAP : OK;
    },
    xShmLock(address: Pointer, first: number, count: number, flags: number): number {
      const { process, file } = handleOf(address);
      if (!process.isConnected && (flags & SHM_UNLOCK) === 0) return IOERR_SHMLOCK;
      return process.sharedMemoryOf(file.name).lock(address, first, count, flags) ? OK : BUSY;
    },
    xShmBarrier(): void {},
    xShmUnmap(address: Pointer): number {
      const { process, file } = handleOf(address);
      process.sharedMemoryOf(file.name).unmap(address);
      return OK;
    },
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

  const fileMethodsPointer = module.registerVfs('dirt', vfsMethods, fileMethods);
  return vfs;
}

/** Does something with the disk; when the disk fails, that is SQLite's `code`. */
function attempt(process: SimulatedProcess, code: number, action: () => void): number {
  if (!process.isConnected) return code;
  try {
    action();
    return OK;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return error.code === 'diskFull' ? FULL : code;
  }
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
