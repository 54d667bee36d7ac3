// The folder for what can be made or fetched again: engines of other versions, instrumented modules, and probed ledgers.

import { homedir } from 'node:os';
import { join } from 'node:path';

/** $DIRT_CACHE, or `dirt` in the user's cache folder. */
export function cacheFolder(): string {
  if (process.env.DIRT_CACHE) return process.env.DIRT_CACHE;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dirt');
}
