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
}

export const DEFAULT_WORLD: WorldSpec = { seed: '0', pageSize: 4096, journalMode: 'wal', start: 'empty' };
