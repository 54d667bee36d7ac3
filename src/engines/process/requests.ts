// What DIRT asks of an engine that lives in a process of its own, one thing at a time, and what it answers.

import type { Refused, Rows } from '../../sql/index.ts';
import type { JournalMode, PageSize } from '../../world/index.ts';

export type Request = OpenRequest | ConnectionRequest | { readonly do: 'close' };

export interface OpenRequest {
  readonly do: 'open';
  /** Path of the database file. What the engine writes beside it belongs to it. */
  readonly database: string;
  /** No such file exists yet; page size and journal mode are for a new one. */
  readonly isNew: boolean;
  readonly pageSize: PageSize;
  readonly journalMode: JournalMode;
  /** For an engine that draws its randomness from a seed. */
  readonly seed: string;
}

type ConnectionRequest =
  | { readonly do: 'connect'; readonly connection: number }
  | { readonly do: 'run'; readonly connection: number; readonly sql: string }
  | { readonly do: 'disconnect'; readonly connection: number };

export type Reply = Rows | Refused;
