// What the model still knows after a statement that it could not follow: less, but nothing wrong.

import type { Delete, Insert, Pragma, RawStatement, Select, Statement, Update } from '../../../sql/ast.ts';
import { classOf, isReading, isTransactionControl, visitNames } from '../../../sql/index.ts';
import type { Knowledge } from '../../view.ts';
import { Refusal } from '../evaluate/stop.ts';
import {
  connectionOf,
  type Database,
  findTable,
  findView,
  isSystemName,
  type Snapshot,
  snapshotOf,
  unknownTable,
  withTable,
} from './database.ts';
import { objectsIn } from './names-in.ts';
import { createContext } from './query/statement-context.ts';
import { vacuum } from './schema/maintain.ts';
import { reachOf, triggersOn } from './schema/trigger.ts';
import { afterRead, afterWrite, checkWritable } from './transactions.ts';
import { VAGUE, withVague } from './vague.ts';

/** Whether a pragma takes the snapshot of a transaction is up to the engine. */
export const FIRST_PRAGMA = 'a pragma before the first read of a transaction';

/** Why a statement is undetermined that SQLite prepares with a schema that another connection has changed since. */
export const STALE_SCHEMA = 'stale schema';

/** Whether it reads a table: a query that names none takes no snapshot, and neither does a common table that nobody reads. */
function readingOf(statement: Statement, snapshot: Snapshot): 'nothing' | 'perhaps' | 'tables' {
  if (statement.kind !== 'select') return 'tables';
  const namesTable = (query: Select): boolean => {
    let isNamed = false;
    visitNames('select', query, (name, of) => {
      if (of !== 'table' && of !== 'object') return;
      if (findTable(snapshot, name) ?? findView(snapshot, name)) isNamed = true;
      if (isSystemName(name)) isNamed = true;
    });
    return isNamed;
  };
  const { with: common, ...own } = statement;
  if (namesTable(own)) return 'tables';
  return common !== undefined && namesTable(statement) ? 'perhaps' : 'nothing';
}

export function afterUnknown(
  database: Database,
  connection: number,
  statement: Statement,
  { reason, bug }: { readonly reason: string; readonly bug?: string },
): Database {
  // It writes, and which version there is now would have to be forgotten, too.
  if (statement.kind === 'pragma' && isWriting(statement)) return { ...database, lost: reason };
  if (isReading(statement)) {
    const { transaction } = connectionOf(database, connection);
    const isFirstRead = transaction !== undefined && transaction.current === undefined;
    // A query that SQLite refuses by mistake, or for what is no longer there, takes no snapshot there, and takes one elsewhere.
    const mayTakeNone = bug !== undefined || reason === STALE_SCHEMA || reason === FIRST_PRAGMA;
    const reads = readingOf(statement, snapshotOf(database, connection));
    if (reads === 'nothing' && !mayTakeNone) return database;
    const isOpen = mayTakeNone || reads === 'perhaps';
    return isOpen && isFirstRead ? { ...database, lost: reason } : afterRead(database, connection);
  }
  if (isTransactionControl(statement)) return { ...database, lost: `transaction after ${reason}` };
  if (statement.kind === 'raw' && isRawReading(statement))
    return statement.reads?.length ? afterRead(database, connection) : database;
  try {
    checkWritable(database, connection);
  } catch (error) {
    // Without the lock it cannot have written anything; whether it got the lock may be undetermined too.
    return error instanceof Refusal ? database : { ...database, lost: reason };
  }
  const snapshot = snapshotOf(database, connection);
  // Perhaps it was refused before it took the lock.
  const store = (next: Snapshot) => afterWrite(database, connection, next, 'maybe', 'maybe');
  // Whatever it does, it does to what it names.
  if (reason === VAGUE && classOf(statement) === 'schema')
    return store([...objectsIn(statement)].reduce(withVague, snapshot));
  switch (statement.kind) {
    case 'insert':
    case 'update':
    case 'delete': {
      const { transaction, foreignKeys } = connectionOf(database, connection);
      const reached = reachOf(snapshot, statement.table, foreignKeys);
      // The violation may have ended the whole transaction.
      const mayEnd = reached.some((table) => mayRollBack({ ...statement, table }, snapshot));
      if (mayEnd && transaction !== undefined) return { ...database, lost: `transaction after ${reason}` };
      return store(reached.reduce(unstocked, snapshot));
    }
    case 'createTable':
    case 'createTableAs':
      return store(withTable(snapshot, unknownTable(statement.name)));
    case 'createIndex':
      return store(lowered(snapshot, statement.table, 'unknown'));
    case 'alterTable':
      if (statement.action.kind !== 'renameTable')
        return store(lowered(snapshot, statement.table, 'unknown'));
      return { ...database, lost: `schema after ${reason}` };
    case 'raw':
      return afterRaw(database, connection, statement, store);
    case 'analyze':
    case 'reindex':
      return store(snapshot);
    case 'vacuum':
      return store(vacuum(createContext(snapshot)));
    case 'createView':
    case 'createTrigger':
    case 'drop':
    case 'attach':
    case 'detach':
      return { ...database, lost: `schema after ${reason}` };
  }
}

/** What a stale schema lets through takes the lock before SQLite prepares it again and refuses it, and keeps the lock. */
export function afterRefusedPrepare(database: Database, connection: number, statement: Statement): Database {
  const { transaction, seen } = connectionOf(database, connection);
  if (transaction === undefined || transaction.writing === true || isReading(statement)) return database;
  if (isTransactionControl(statement)) return database;
  const snapshot = snapshotOf(database, connection);
  if (seen.every(({ schema }) => schema === snapshot.schema)) return database;
  try {
    checkWritable(database, connection);
  } catch {
    // It cannot have got the lock, or whether it could is open as it was.
    return database;
  }
  return afterWrite(database, connection, snapshot, 'no', 'maybe');
}

/** A pragma that puts a value into the file. */
function isWriting({ name, value }: Pragma): boolean {
  return name.toLowerCase() === 'user_version' && value !== undefined;
}

/** It gives rows, or tells nothing that a transaction could see. */
function isRawReading({ changes, redefines = [], unbounded }: RawStatement): boolean {
  return !unbounded && changes.length === 0 && redefines.length === 0;
}

function afterRaw(
  database: Database,
  connection: number,
  { sql, changes, redefines = [], unbounded }: RawStatement,
  store: (next: Snapshot) => Database,
): Database {
  if (unbounded) return { ...database, lost: 'a raw statement that may do anything' };
  const snapshot = snapshotOf(database, connection);
  const { transaction, foreignKeys } = connectionOf(database, connection);
  const reached = [...new Set(changes.flatMap((name) => reachOf(snapshot, name, foreignKeys)))];
  const mayEnd =
    /\brollback\b/i.test(sql) ||
    reached.some(
      (table) =>
        triggersOn(snapshot.triggers, table).length > 0 || mayRollBack({ kind: 'delete', table }, snapshot),
    );
  if (mayEnd && transaction !== undefined) return { ...database, lost: 'transaction after a raw statement' };
  return store(redefines.reduce(withVague, reached.reduce(unstocked, snapshot)));
}

/** What it holds is not known any more. */
function unstocked(snapshot: Snapshot, name: string): Snapshot {
  return lowered(snapshot, name, 'schemaOnly');
}

function mayRollBack(statement: Insert | Update | Delete, snapshot: Snapshot): boolean {
  const { table } = statement;
  const conflict = statement.kind === 'delete' ? undefined : statement.conflict;
  if (conflict !== undefined) return conflict === 'ROLLBACK';
  const schema = findTable(snapshot, table)?.schema;
  if (schema === undefined) return false;
  return (
    schema.rowidConflict === 'ROLLBACK' ||
    schema.keys.some((key) => key.conflict === 'ROLLBACK') ||
    schema.columns.some((column) => column.notNullConflict === 'ROLLBACK')
  );
}

function lowered(snapshot: Snapshot, name: string, knowledge: Knowledge): Snapshot {
  const table = findTable(snapshot, name);
  if (table === undefined || table.knowledge === 'unknown') return snapshot;
  const { schema } = table;
  const uniques = schema.keys.map(() => undefined);
  return withTable(snapshot, { schema, knowledge, rowidsKnown: false, rows: undefined, uniques });
}
