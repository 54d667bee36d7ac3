// The file I/O that the engine imports from JavaScript, on the simulated disk. Handles are numbers; a failed read
// returns a negative number. A power cut is thrown through the engine: nothing of it runs any more.

import { DiskError } from '../../world/index.ts';
import type { Host } from './host.ts';
import type { Completion } from './pending-io.ts';

type Pointer = number;

const READ_FAILED = -1;

export function fileImports(
  host: Host,
  memory: WebAssembly.Memory,
): Record<string, (...parameters: never[]) => unknown> {
  const decoder = new TextDecoder();
  const bytes = (at: Pointer, length: number) => new Uint8Array(memory.buffer, at >>> 0, length);

  const read = (file: number, into: Pointer, length: number, offset: bigint | number) => {
    try {
      return host.world.disk.read(host.files[file], bytes(into, length), Number(offset));
    } catch (error) {
      if (error instanceof DiskError && error.code === 'readError') return READ_FAILED;
      throw error;
    }
  };
  const write = (file: number, from: Pointer, length: number, offset: bigint | number) => {
    host.world.disk.write(host.files[file], bytes(from, length), Number(offset));
    return length;
  };
  const sync = (file: number) => {
    host.world.disk.sync(host.files[file]);
    return 0;
  };
  const truncate = (file: number, size: bigint | number) => {
    host.world.disk.truncate(host.files[file], Number(size));
    return 0;
  };
  const later = (completion: Completion, run: () => number) => host.pending.add({ completion, run });

  return {
    /** The answer "yes" makes I/O synchronous, so that none of the twins below is called. */
    is_web_worker: () => !host.pending.isAsynchronous,
    lookup_file: (name: Pointer, length: number) =>
      host.files.push(host.world.disk.open(decoder.decode(bytes(name, length).slice()))) - 1,
    read,
    write,
    sync,
    truncate,
    size: (file: number) => host.world.disk.size(host.files[file]),
    read_async: (file: number, into: Pointer, length: number, offset: number, completion: Completion) =>
      later(completion, () => read(file, into, length, offset)),
    write_async: (file: number, from: Pointer, length: number, offset: number, completion: Completion) =>
      later(completion, () => write(file, from, length, offset)),
    sync_async: (file: number, completion: Completion) => later(completion, () => sync(file)),
    truncate_async: (file: number, size: number, completion: Completion) =>
      later(completion, () => truncate(file, size)),
  };
}
