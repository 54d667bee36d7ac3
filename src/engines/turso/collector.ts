// Gives back the memory of dropped instances. V8 does not see how much a shared WebAssembly memory holds, and frees it only
// when it collects garbage and the event loop has a turn: so this is asked for, every few instances. Most instances are not
// dropped but used again (pool.ts).

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** More use more memory, fewer more time. */
const INSTANCES_PER_COLLECTION = 6;

let dropped = 0;
let collect: (() => void) | null = null;

export function instanceDropped(): void {
  dropped++;
}

/** A promise when it is time to collect, else null. */
export function collectIfDue(): Promise<void> | null {
  if (dropped < INSTANCES_PER_COLLECTION) return null;
  dropped = 0;
  collect ??= exposeCollector();
  collect();
  return new Promise((resolve) => setImmediate(resolve));
}

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}
