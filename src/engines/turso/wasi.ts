// What the engine asks of its operating system (WASI preview 1), answered from the world: time, randomness, sleep and
// the stream that panics are written to. There are no files, arguments or environment here.

import type { Host } from './host.ts';

type Pointer = number;
export type WasiFunction = (...parameters: never[]) => number;

const Errno = { success: 0, badFileDescriptor: 8, noSuchCall: 52 } as const;

const CLOCK_REALTIME = 0;

// Layout of the structures of poll_oneoff.
const Subscription = { size: 48, userData: 0, tag: 8, clock: 16, timeout: 24, flags: 40 } as const;
const Event = { size: 32, userData: 0, error: 8, type: 10 } as const;
const TAG_CLOCK = 0;
const FLAG_ABSOLUTE_TIME = 1;

/** Thrown when the engine ends its process. */
export class ProcessExit extends Error {}

export function wasiImports(host: Host, memory: WebAssembly.Memory): Record<string, WasiFunction> {
  const data = () => new DataView(memory.buffer);
  const bytes = (at: Pointer, length: number) => new Uint8Array(memory.buffer, at >>> 0, length);
  const decoder = new TextDecoder();

  return {
    random_get: (at: Pointer, length: number) => {
      host.world.entropy(bytes(at, length));
      return Errno.success;
    },
    clock_time_get: (clock: number, _precision: bigint, result: Pointer) => {
      const { clock: time } = host.world;
      const now = clock === CLOCK_REALTIME ? time.read() : time.readMonotonic();
      data().setBigUint64(result >>> 0, now, true);
      return Errno.success;
    },
    /** Rust sleeps with this: the simulated clock advances, without waiting. */
    poll_oneoff: (subscriptions: Pointer, events: Pointer, count: number, result: Pointer) => {
      const view = data();
      const { clock } = host.world;
      for (let i = 0; i < count; i++) {
        const subscription = (subscriptions >>> 0) + i * Subscription.size;
        const event = (events >>> 0) + i * Event.size;
        const tag = view.getUint8(subscription + Subscription.tag);
        if (tag === TAG_CLOCK) {
          const timeout = view.getBigUint64(subscription + Subscription.timeout, true);
          const isAbsolute =
            (view.getUint16(subscription + Subscription.flags, true) & FLAG_ABSOLUTE_TIME) !== 0;
          const isRealTime = view.getUint32(subscription + Subscription.clock, true) === CLOCK_REALTIME;
          const now = !isAbsolute ? 0n : isRealTime ? clock.read() : clock.readMonotonic();
          if (timeout > now) clock.advance(timeout - now);
        }
        const userData = view.getBigUint64(subscription + Subscription.userData, true);
        view.setBigUint64(event + Event.userData, userData, true);
        view.setUint16(event + Event.error, Errno.success, true);
        view.setUint8(event + Event.type, tag);
      }
      view.setUint32(result >>> 0, count, true);
      return Errno.success;
    },
    fd_write: (_descriptor: number, vectors: Pointer, count: number, result: Pointer) => {
      const view = data();
      let written = 0;
      for (let i = 0; i < count; i++) {
        const vector = (vectors >>> 0) + i * 8;
        const length = view.getUint32(vector + 4, true);
        host.printed += decoder.decode(bytes(view.getUint32(vector, true), length).slice());
        written += length;
      }
      view.setUint32(result >>> 0, written, true);
      return Errno.success;
    },
    sched_yield: () => Errno.success,
    environ_sizes_get: (count: Pointer, size: Pointer) => {
      data().setUint32(count >>> 0, 0, true);
      data().setUint32(size >>> 0, 0, true);
      return Errno.success;
    },
    environ_get: () => Errno.success,
    proc_exit: (code: number) => {
      throw new ProcessExit(`the engine ended its process with code ${code}`);
    },
    fd_prestat_get: () => Errno.badFileDescriptor,
  };
}

/** Rust reports this as "unsupported". */
export const noSuchCall: WasiFunction = () => Errno.noSuchCall;
