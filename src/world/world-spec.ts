// The world that a plan runs in, as data: everything that an engine can observe follows from it.

export type JournalMode = 'wal' | 'delete';

/**
 * `empty`: no file exists. `checkpointed`: the engine has created the database, written a table of its own
 * (`dirt_start`), checkpointed and closed it, and all of that is durable.
 */
export type StartImage = 'empty' | 'checkpointed';

export const PAGE_SIZES = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export interface WorldSpec {
  /** Determines the clock's start and every byte of entropy. */
  readonly seed: string;
  readonly pageSize: PageSize;
  readonly journalMode: JournalMode;
  readonly start: StartImage;
  /**
   * All I/O is asynchronous: an engine waits for it while other I/O is under way, and this seeds the order in which it completes. `fifo` is
   * the order in which it was asked for. Synchronous if not given.
   */
  readonly asyncIo?: string;
}

/** I/O that completes in the order in which it was asked for. */
export const FIFO = 'fifo';

/** The world for an engine whose I/O is synchronous. */
export function synchronous({ asyncIo, ...world }: WorldSpec): WorldSpec {
  return world;
}

export const DEFAULT_WORLD: WorldSpec = { seed: '0', pageSize: 4096, journalMode: 'wal', start: 'empty' };
