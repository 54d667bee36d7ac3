// What of a world an engine carries: what it does not list here is never asked of it.

import type { FaultKind } from './faults/index.ts';
import type { JournalMode, PageSize } from './world-spec.ts';

/** What an engine carries faithfully. */
export interface Abilities {
  readonly faults: readonly FaultKind[];
  readonly journalModes: readonly JournalMode[];
  readonly pageSizes: readonly PageSize[];
  /** How many connections may be open at once. */
  readonly connections: number;
  /** A statement can be left before its end while others run on the same connection. No, if not given. */
  readonly suspends?: boolean;
  /** Its I/O can be asynchronous, and complete in any order. No, if not given. */
  readonly asyncIo?: boolean;
  /** Same world, same statements: same outcomes, same bytes, same I/O. */
  readonly deterministic: boolean;
  /** Its files are in SQLite's format: SQLite must be able to open them. No, if not given. */
  readonly sqliteFiles?: boolean;
  /** It counts what a statement takes, the same each time. No, if not given. */
  readonly costs?: boolean;
}
