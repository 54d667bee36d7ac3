// Statements that were begun and are left before their end, while others run on the same connection: what they give, what they keep in
// view, and what becomes of what they wrote.

import type { Statement } from '../../../sql/ast.ts';
import { classOf, isReading } from '../../../sql/index.ts';
import type { Begun, Resumed } from '../../dialect.ts';
import type { Prediction } from '../../prediction.ts';
import {
  type ConnectionState,
  connectionOf,
  type Database,
  findTable,
  type OpenStatement,
  type Snapshot,
  snapshotOf,
  withConnection,
  withOpened,
} from './database.ts';
import type { Predicted } from './effect.ts';
import { entriesOf } from './persistent-map.ts';
import { afterWrite, commit, hasBegun, opened } from './transactions.ts';

/** What is said of a statement that was disturbed, and of those beside one that writes. */
export const BESIDE = 'beside a statement that is open';

const DISTURBED: Prediction = { kind: 'undetermined', reason: BESIDE };

/** Predicts a statement, and names the tables that it reads. */
export type PredictWith = (
  database: Database,
  connection: number,
  statement: Statement,
) => Predicted & { readonly reads: ReadonlySet<string> };

/** Begins a statement and takes so many steps of it. */
export function startStatement(
  database: Database,
  connection: number,
  given: Begun,
  predict: PredictWith,
): Predicted {
  const { id, statement, steps } = given;
  const state = connectionOf(database, connection);
  const isWriter = !isReading(statement);
  const isAlone = isWriter && state.transaction === undefined;
  const before = isAlone ? withOwnTransaction(database, connection) : database;
  const predicted = predict(before, connection, statement);
  const { prediction } = predicted;
  // A statement that is refused is over.
  if (prediction.kind === 'refused') return isAlone ? predict(database, connection, statement) : predicted;
  const seen = snapshotOf(before, connection);
  const after = snapshotOf(predicted.database, connection);
  const names = isWriter ? changedTables(seen, after) : [...predicted.reads];
  const begins: OpenStatement = {
    id,
    statement,
    prediction,
    taken: 0,
    tables: names.map((name) => [name, findTable(after, name)] as const),
    isWriter,
    isDisturbed: false,
  };
  const begun = connectionOf(predicted.database, connection);
  const next = withConnection(predicted.database, connection, {
    ...begun,
    open: [...(begun.open ?? []), begins],
    ...(begun.transaction === undefined && { pinned: begun.pinned ?? seen }),
  });
  return { ...predicted, database: taken(next, connection, begins, steps) };
}

function withOwnTransaction(given: Database, connection: number): Database {
  const database = withOpened(given, connection);
  const state = connectionOf(database, connection);
  return withConnection(database, connection, {
    ...state,
    transaction: { ...opened(state), ofStatement: true },
  });
}

function changedTables(before: Snapshot, after: Snapshot): string[] {
  return entriesOf(after.tables).flatMap(([name, table]) =>
    findTable(before, name) === table ? [] : [name],
  );
}

/** The connection of a statement that is open, and the statement. */
export function openStatement(database: Database, id: number): readonly [number, OpenStatement] | undefined {
  for (const [connection, { open = [] }] of entriesOf(database.connections)) {
    const found = open.find((each) => each.id === id);
    if (found !== undefined) return [connection, found];
  }
  return undefined;
}

/** Takes more steps of a statement that is open; all that are left, if it says so. */
export function advance(
  database: Database,
  [connection, opened]: readonly [number, OpenStatement],
  steps: number,
  predict: PredictWith,
): Resumed<Database> {
  const { id, statement, prediction, isDisturbed } = opened;
  if (opened.taken === 0) {
    const idle = without(database, connection, opened);
    const {
      database: next,
      prediction: foretold,
      visited,
    } = startStatement(idle, connection, { id, statement, steps }, predict);
    return { database: next, prediction: foretold, visited, on: connection, before: 0 };
  }
  return {
    database: taken(database, connection, opened, steps),
    prediction: isDisturbed ? DISTURBED : prediction,
    visited: 0,
    on: connection,
    before: opened.taken,
  };
}

/** It goes back to before its first step; null if that would give up what it has written. */
export function reset(
  database: Database,
  [connection, opened]: readonly [number, OpenStatement],
): Database | null {
  if (opened.isWriter && opened.taken > 0) return null;
  const ended = over(database, connection, opened);
  const state = connectionOf(ended, connection);
  const idle: OpenStatement = { ...opened, taken: 0, isDisturbed: false, tables: [] };
  return withConnection(ended, connection, { ...state, open: [...(state.open ?? []), idle] });
}

/** It is given up. What a statement has written that no transaction is around stays, or is undone. */
export function abandon(
  database: Database,
  [connection, opened]: readonly [number, OpenStatement],
): { readonly kept: Database; readonly undone?: Database } {
  const kept = over(database, connection, opened);
  if (!opened.isWriter || opened.taken === 0) return { kept };
  const { transaction } = connectionOf(database, connection);
  if (transaction?.ofStatement !== true) {
    // An engine may let such a transaction do nothing but end.
    const state = connectionOf(kept, connection);
    const spoilt = { ...transaction!, isSpoilt: true as const };
    return { kept: withConnection(kept, connection, { ...state, transaction: spoilt }) };
  }
  const left = without(database, connection, opened);
  const state = connectionOf(left, connection);
  const undone = settled({ ...left, writer: -1 }, connection, { ...state, transaction: undefined });
  return { kept, undone };
}

function taken(database: Database, connection: number, opened: OpenStatement, steps: number): Database {
  const { prediction, isDisturbed } = opened;
  const now: OpenStatement = { ...opened, taken: opened.taken + steps };
  const isKnown = prediction.kind === 'rows' && !isDisturbed;
  if (steps === Number.POSITIVE_INFINITY || (isKnown && now.taken > prediction.rows.length))
    return over(database, connection, opened);
  const state = connectionOf(database, connection);
  const open = state.open?.map((each) => (each.id === opened.id ? now : each));
  return withConnection(database, connection, {
    ...state,
    open,
  });
}

/** It has come to its end: what it wrote outside of a transaction is committed. */
function over(database: Database, connection: number, opened: OpenStatement): Database {
  const left = without(database, connection, opened);
  const isAlone = connectionOf(left, connection).transaction?.ofStatement === true && opened.isWriter;
  const ended = isAlone ? commit(left, connection) : left;
  return settled(ended, connection, connectionOf(ended, connection));
}

function without(database: Database, connection: number, { id }: OpenStatement): Database {
  const state = connectionOf(database, connection);
  return withConnection(database, connection, {
    ...state,
    open: state.open?.filter((each) => each.id !== id),
  });
}

/** Without statements on their way nothing is kept in view. */
function settled(database: Database, connection: number, state: ConnectionState): Database {
  if (hasBegun(state)) return withConnection(database, connection, state);
  const { pinned, ...rest } = state;
  return withConnection(database, connection, rest);
}

/** What a statement has done disturbs those that are open on its connection, if it has changed what they read. */
export function disturbed(database: Database, connection: number): Database {
  const state = connectionOf(database, connection);
  if (!hasBegun(state)) return database;
  const now = snapshotOf(database, connection);
  const isChanged = ({ tables }: OpenStatement) =>
    tables.some(([name, table]) => findTable(now, name) !== table);
  if (!state.open?.some((each) => !each.isDisturbed && each.taken > 0 && isChanged(each))) return database;
  const open = state.open.map((each) => ({
    ...each,
    isDisturbed: each.isDisturbed || (each.taken > 0 && isChanged(each)),
  }));
  return withConnection(database, connection, { ...state, open });
}

/** Why the model cannot say what a statement does beside those that are open on its connection; null if it can. */
export function objectionBeside(database: Database, connection: number, statement: Statement): string | null {
  const state = connectionOf(database, connection);
  const { open = [], transaction, pinned } = state;
  if (transaction?.isSpoilt === true && statement.kind !== 'rollback')
    return 'a writer of the transaction was given up';
  const group = classOf(statement);
  const isDeferred =
    group === 'transaction' && !(statement.kind === 'begin' && statement.mode === 'IMMEDIATE');
  const perhapsSeen =
    transaction === undefined ? pinned : transaction.base === undefined && transaction.perhapsBase;
  if (perhapsSeen && perhapsSeen !== database.committed && !isDeferred) return BESIDE;
  if (!hasBegun(state)) return null;
  if (open.some(({ isWriter, taken: steps }) => isWriter && steps > 0)) {
    const isRefused = statement.kind === 'commit' && transaction?.ofStatement !== true;
    return isRefused || group === 'query' ? null : BESIDE;
  }
  // SQLite refuses most of these; others need not.
  const isRefused = group === 'maintenance' || group === 'attachment' || statement.kind === 'alterTable';
  return isRefused ||
    (statement.kind === 'drop' && (statement.what === 'VIEW' || statement.what === 'TRIGGER'))
    ? BESIDE
    : null;
}

const IN_PROGRESS: Prediction = { kind: 'refused', class: 'busy', message: 'SQL statements in progress' };

/** SQLite drops nothing as long as the connection reads; others do. */
export function withProgress(
  before: Database,
  connection: number,
  statement: Statement,
  predicted: Predicted,
): Predicted {
  const { database, prediction, visited } = predicted;
  const isDrop = statement.kind === 'drop' && statement.what !== 'VIEW' && statement.what !== 'TRIGGER';
  if (!isDrop || prediction.kind !== 'rows' || !hasBegun(connectionOf(before, connection))) return predicted;
  const state = withOpened(before, connection);
  // SQLite has taken the lock by then, and keeps it to the end of a transaction.
  const isInside = connectionOf(state, connection).transaction !== undefined;
  const kept = isInside
    ? afterWrite(state, connection, snapshotOf(state, connection), 'maybe', 'optional')
    : state;
  const refused = { database: kept, prediction: IN_PROGRESS };
  return { ...refused, visited, otherwise: { database, prediction } };
}

/** The tables that a statement on its way has changed on this connection: whether another sees all of that is up to the engine. */
export function isBeingWritten(database: Database, connection: number, names: ReadonlySet<string>): boolean {
  const { open = [] } = connectionOf(database, connection);
  return open.some(
    ({ isWriter, taken: steps, tables }) => isWriter && steps > 0 && tables.some(([name]) => names.has(name)),
  );
}
