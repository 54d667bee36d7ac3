// What one execution of a statement carries along: the snapshot it reads, how much it has read, and whether SQL
// leaves its result undetermined.

import type { Row } from '../../../../sql/index.ts';
import { Unknown } from '../../evaluate/stop.ts';
import type { SqliteBugId } from '../../sqlite-bugs.ts';
import type { Snapshot } from '../database.ts';
import { valuesOf } from '../persistent-map.ts';
import { requireContents, type Table } from '../table.ts';

export interface StatementContext {
  readonly snapshot: Snapshot;
  readonly inTransaction: boolean;
  /** Tables that compiled queries read, in lower case. */
  readonly reads: Set<string>;
  /** Set when all is compiled: from now on a refusal is one of running, not of preparing. */
  started: boolean;
  visited: number;
  /** The first reason that was met why SQL does not determine the result. */
  undetermined?: string;
}

/** Thrown where the result is undetermined whatever the rest of the statement gives. */
export class Undetermined {
  readonly reason: string;
  /** A bug of SQLite that makes it so. */
  readonly bug: SqliteBugId | undefined;

  constructor(reason: string, bug?: SqliteBugId) {
    this.reason = reason;
    this.bug = bug;
  }
}

/** Beyond this many visited rows an answer would take too long. */
const WORK_CAP = 20_000;

export function createContext(snapshot: Snapshot, inTransaction = false): StatementContext {
  return { snapshot, inTransaction, reads: new Set(), started: false, visited: 0 };
}

export function countVisited(context: StatementContext, rows: number): void {
  context.visited += rows;
  if (context.visited > WORK_CAP) throw new Unknown('work cap');
}

/** Notes that the result depends on an order or a choice that SQL does not determine. */
export function depends(context: StatementContext, reason: string): void {
  context.undetermined ??= reason;
}

/** All stored rows of a table in key order. */
export function scan(context: StatementContext, table: Table): Row[] {
  requireContents(table);
  const rows = valuesOf(table.rows);
  countVisited(context, rows.length + 1);
  return rows;
}
