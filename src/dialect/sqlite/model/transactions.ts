// Transactions, savepoints and locks of several connections, as SQLite keeps them in WAL mode: one writer,
// readers on the snapshot of their first read, and "busy" for a write on a stale snapshot.

import type { StatementOf } from '../../../sql/index.ts';
import { Refusal, Unknown } from '../evaluate/stop.ts';
import {
  type ConnectionState,
  connectionOf,
  type Database,
  type Snapshot,
  type Transaction,
  withConnection,
} from './database.ts';
import { merge } from './merge.ts';
import { entriesOf } from './persistent-map.ts';
import { withoutRowids } from './schema/maintain.ts';

const OPENED: Transaction = { bySavepoint: false, savepoints: [], writing: false, dirty: 'no' };

export function runTransaction(
  database: Database,
  connection: number,
  statement: StatementOf<'transaction'>,
): Database {
  const state = connectionOf(database, connection);
  const { transaction } = state;
  switch (statement.kind) {
    case 'begin':
      return begin(database, connection, state, statement.mode ?? 'DEFERRED');
    case 'commit':
      if (transaction === undefined) throw new Refusal('other', 'cannot commit - no transaction is active');
      if (state.open?.some(({ isWriter, taken }) => isWriter && taken > 0))
        throw new Refusal('busy', 'cannot commit transaction - SQL statements in progress');
      return commit(database, connection);
    case 'rollback':
      if (transaction === undefined) throw new Refusal('other', 'cannot rollback - no transaction is active');
      return rollback(database, connection);
    case 'savepoint': {
      const open = transaction ?? { ...opened(state), bySavepoint: true };
      const savepoints = [...open.savepoints, { name: statement.name, snapshot: open.current }];
      return withTransaction(database, connection, { ...open, savepoints });
    }
    case 'release': {
      const at = findSavepoint(transaction, statement.name);
      if (at === 0 && transaction!.bySavepoint) return commit(database, connection);
      const savepoints = transaction!.savepoints.slice(0, at);
      return withTransaction(database, connection, { ...transaction!, savepoints });
    }
    case 'rollbackTo': {
      const at = findSavepoint(transaction, statement.name);
      const savepoints = transaction!.savepoints.slice(0, at + 1);
      const current = savepoints[at].snapshot ?? transaction!.base;
      const dirty = transaction!.dirty === 'no' ? 'no' : 'maybe';
      const undone = withTransaction(database, connection, { ...transaction!, savepoints, current, dirty });
      const next = disturbedByRollback(undone, connection, transaction!);
      // SQLite finds no table any more if it comes to know the schema only after it has taken back what it wrote.
      if (dirty === 'maybe' && !state.hasReadSchema)
        return { ...next, lost: 'ROLLBACK TO before the schema was read' };
      return transaction!.current?.schema === current?.schema ? next : forgetSchema(next, connection);
    }
  }
}

export function opened({ pinned }: ConnectionState): Transaction {
  return pinned === undefined ? OPENED : { ...OPENED, perhapsBase: pinned };
}

function begin(database: Database, connection: number, state: ConnectionState, mode: string): Database {
  if (state.transaction !== undefined) {
    throw new Refusal('other', 'cannot start a transaction within a transaction');
  }
  const { committed: now } = database;
  if (mode === 'CONCURRENT') {
    if (!now.mvcc) throw new Refusal('unsupported', 'BEGIN CONCURRENT outside of mvcc');
    const concurrent: Transaction = { ...OPENED, base: now, current: now, concurrent: true };
    return withTransaction(database, connection, concurrent);
  }
  // When such a transaction takes its snapshot in this mode is said nowhere.
  if (now.mvcc && mode === 'DEFERRED') throw new Unknown('BEGIN in mvcc', undefined, true);
  if (mode === 'DEFERRED') return withTransaction(database, connection, opened(state));
  checkWriter(database);
  if (database.writer >= 0) throw new Refusal('busy', 'database is locked');
  const { committed } = database;
  const transaction: Transaction = { ...OPENED, base: committed, current: committed, writing: true };
  return { ...withTransaction(database, connection, transaction), writer: connection };
}

function findSavepoint(transaction: Transaction | undefined, name: string): number {
  const lower = name.toLowerCase();
  const at =
    transaction?.savepoints.findLastIndex((savepoint) => savepoint.name.toLowerCase() === lower) ?? -1;
  if (at < 0) throw new Refusal('other', `no such savepoint: ${name}`);
  return at;
}

function withTransaction(
  database: Database,
  connection: number,
  transaction: Transaction | undefined,
): Database {
  return withConnection(database, connection, { ...connectionOf(database, connection), transaction });
}

function withCommitted(database: Database, snapshot: Snapshot, dirty: 'yes' | 'maybe'): Database {
  const committed = { ...database, committed: snapshot };
  return dirty === 'yes' ? committed : doubtSnapshots(committed);
}

/** Ends a transaction, or what one statement outside of any has held. */
export function commit(database: Database, connection: number): Database {
  const { base, perhapsBase, current, writing, dirty } = connectionOf(database, connection).transaction!;
  const ended = withTransaction(database, connection, undefined);
  const isLocked = writing && database.writer === connection;
  const freed = isLocked ? { ...ended, writer: -1 } : ended;
  if (current?.mvcc && writing) return { ...freed, committed: merge(base!, current, database) };
  if (!writing || dirty === 'no') return pinnedTo(freed, connection, base ?? perhapsBase);
  const committed = withCommitted(freed, current!, dirty);
  return pinnedTo(committed, connection, committed.committed);
}

/** Statements that go on keep in view what their transaction saw. */
function pinnedTo(database: Database, connection: number, snapshot: Snapshot | undefined): Database {
  const state = connectionOf(database, connection);
  if (!hasBegun(state)) return database;
  return withConnection(database, connection, { ...state, pinned: snapshot });
}

/** Is a statement on its way? One that was reset is not. */
export function hasBegun({ open = [] }: ConnectionState): boolean {
  return open.some(({ taken }) => taken > 0);
}

/** Ends a transaction without a trace; also what a violation with ROLLBACK does. */
export function rollback(database: Database, connection: number): Database {
  const { transaction, pinned } = connectionOf(database, connection);
  if (transaction === undefined) return disturbedByRollback(database, connection, { base: pinned });
  const closed = withTransaction(database, connection, undefined);
  const isLocked = transaction.writing && database.writer === connection;
  const changedSchema = transaction.current?.schema !== transaction.base?.schema;
  const ended = changedSchema ? forgetSchema(closed, connection) : closed;
  return disturbedByRollback(isLocked ? { ...ended, writer: -1 } : ended, connection, transaction);
}

/** Whether the statements that are open go on or end here is up to the engine; so is what they keep in view. */
function disturbedByRollback(
  database: Database,
  connection: number,
  { base, perhapsBase }: Pick<Transaction, 'base' | 'perhapsBase'>,
): Database {
  const state = connectionOf(database, connection);
  if (!hasBegun(state)) return database;
  const open = state.open?.map((each) => ({ ...each, isDisturbed: each.isDisturbed || each.taken > 0 }));
  return withConnection(database, connection, { ...state, open, pinned: base ?? perhapsBase });
}

/** Rolling back a change of the schema makes a connection read it anew. */
function forgetSchema(database: Database, connection: number): Database {
  return withConnection(database, connection, {
    ...connectionOf(database, connection),
    seen: [],
    hasReadSchema: false,
  });
}

/** After a commit that perhaps wrote nothing: whether others' snapshots are stale now cannot be said. */
function doubtSnapshots(database: Database): Database {
  // Even with the same contents it may be another snapshot.
  let doubted: Database = { ...database, committed: { ...database.committed } };
  for (const [connection, state] of entriesOf(database.connections)) {
    const { transaction } = state;
    if (transaction?.base === undefined) continue;
    doubted = withTransaction(doubted, connection, { ...transaction, doubtful: doubted.committed });
  }
  return doubted;
}

/** A statement has read: a deferred transaction keeps the snapshot from now on. */
export function afterRead(database: Database, connection: number): Database {
  const { transaction } = connectionOf(database, connection);
  if (transaction === undefined || transaction.base !== undefined) return database;
  const { committed } = database;
  // It may have had another all along.
  if (transaction.perhapsBase !== undefined && transaction.perhapsBase !== committed) return database;
  return withTransaction(database, connection, { ...transaction, base: committed, current: committed });
}

/** Stops where it cannot be said whether somebody holds the write lock. */
function checkWriter(database: Database): void {
  if (database.writer < 0) return;
  const writing = connectionOf(database, database.writer).transaction?.writing;
  if (writing === 'maybe' || writing === 'optional')
    throw new Unknown('perhaps another writer', undefined, writing === 'optional');
}

/** Whether the connection may write now; refuses with `busy` if not. */
export function checkWritable(database: Database, connection: number): void {
  const { transaction } = connectionOf(database, connection);
  if (transaction?.writing || transaction?.concurrent) return;
  checkWriter(database);
  const isStale = transaction?.base !== undefined && transaction.base !== database.committed;
  if (database.writer >= 0 || (isStale && transaction.doubtful !== database.committed))
    throw new Refusal('busy', 'database is locked');
  // An engine that writes nothing where SQLite writes the same again keeps the snapshot.
  if (isStale) throw new Unknown('perhaps a stale snapshot', undefined, true);
}

/** Takes in what a statement wrote: into the transaction, or committed at once. */
export function afterWrite(
  database: Database,
  connection: number,
  written: Snapshot,
  dirty: 'no' | 'yes' | 'maybe',
  writing: Exclude<Transaction['writing'], false> = true,
): Database {
  const snapshot = written.mvcc ? withoutRowids(written) : written;
  const { transaction } = connectionOf(database, connection);
  if (transaction === undefined) {
    if (dirty === 'no') return database;
    const committed = withCommitted(database, snapshot, dirty);
    return pinnedTo(committed, connection, committed.committed);
  }
  const next: Transaction = {
    ...transaction,
    base: transaction.base ?? database.committed,
    current: snapshot,
    writing: writing === true ? true : transaction.writing || writing,
    dirty:
      transaction.dirty === 'yes' || dirty === 'yes'
        ? 'yes'
        : dirty === 'maybe'
          ? 'maybe'
          : transaction.dirty,
  };
  const after = withTransaction(database, connection, next);
  return transaction.concurrent ? after : { ...after, writer: connection };
}

/** In a transaction that has no snapshot yet. */
export function isBeforeFirstRead({ transaction }: ConnectionState): boolean {
  return transaction !== undefined && transaction.current === undefined;
}

export function isBesideWriter({ writer }: Database, connection: number): boolean {
  return writer >= 0 && writer !== connection;
}
