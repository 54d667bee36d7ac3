// SQLite's methods of an open file, on the disk and locks of the simulated process that has opened it.
//
// The disk never damages bytes beside those that are written, which SQLite calls powersafe overwrite.

import { invariant } from '../../errors.ts';
import { DiskError, type OpenFile } from '../../world/index.ts';
import type { Memory } from './memory.ts';
import type { Methods, Pointer } from './module.ts';
import {
  BUSY,
  FULL,
  IOERR_CHECKRESERVEDLOCK,
  IOERR_DELETE,
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
import { SHM_UNLOCK } from './shared-memory.ts';
import type { SimulatedProcess } from './simulated-process.ts';

const SECTOR_SIZE = 512;
const POWERSAFE_OVERWRITE = 0x1000;

export interface FileHandle {
  readonly process: SimulatedProcess;
  readonly file: OpenFile;
  readonly isTemporary: boolean;
}

/** The methods by SQLite's names for them; `handles` are the files that are open, by where SQLite keeps each. */
export function fileMethods(handles: Map<Pointer, FileHandle>, memory: Memory): Methods {
  const handleOf = (file: Pointer): FileHandle => {
    const handle = handles.get(file);
    invariant(handle !== undefined, 'SQLite uses only files that it has opened');
    return handle;
  };
  return {
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
}

/** Does something with the disk; when the disk fails, that is SQLite's `code`. */
export function attempt(process: SimulatedProcess, code: number, action: () => void): number {
  if (!process.isConnected) return code;
  try {
    action();
    return OK;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return error.code === 'diskFull' ? FULL : code;
  }
}
