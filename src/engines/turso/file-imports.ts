// The file I/O that the engine imports from JavaScript, on the simulated disk. Handles are numbers; a failed read
// returns a negative number. A power cut is thrown through the engine: nothing of it runs any more.

import { DiskError } from '../../world/index.ts';
import type { Host } from './host.ts';

type Pointer = number;

const READ_FAILED = -1;

export function fileImports(
  host: Host,
  memory: WebAssembly.Memory,
): Record<string, (...parameters: never[]) => unknown> {
  const decoder = new TextDecoder();
  const bytes = (at: Pointer, length: number) => new Uint8Array(memory.buffer, at >>> 0, length);

  return {
    /** The answer "yes" makes all I/O synchronous, so none of the twins below is ever called. */
    is_web_worker: () => true,
    lookup_file: (name: Pointer, length: number) =>
      host.files.push(host.world.disk.open(decoder.decode(bytes(name, length).slice()))) - 1,
    read: (file: number, into: Pointer, length: number, offset: bigint | number) => {
      try {
        return host.world.disk.read(host.files[file], bytes(into, length), Number(offset));
      } catch (error) {
        if (error instanceof DiskError && error.code === 'readError') return READ_FAILED;
        throw error;
      }
    },
    write: (file: number, from: Pointer, length: number, offset: bigint | number) => {
      host.world.disk.write(host.files[file], bytes(from, length), Number(offset));
      return length;
    },
    sync: (file: number) => {
      host.world.disk.sync(host.files[file]);
      return 0;
    },
    truncate: (file: number, size: bigint | number) => {
      host.world.disk.truncate(host.files[file], Number(size));
      return 0;
    },
    size: (file: number) => host.world.disk.size(host.files[file]),
    read_async: neverCalled,
    write_async: neverCalled,
    sync_async: neverCalled,
    truncate_async: neverCalled,
  };
}

function neverCalled(): never {
  throw new Error('DIRT is wrong: the engine asked for asynchronous I/O');
}
