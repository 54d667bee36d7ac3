// The entry point of the shadow database: what a statement does to it, and what an engine must answer.

import type { Delete, Insert, Statement, Update, Vacuum } from '../../../sql/ast.ts';
import { classOf, isReading, isTransactionControl, type Row } from '../../../sql/index.ts';
import type { Prediction } from '../../prediction.ts';
import { Refusal, Unknown } from '../evaluate/stop.ts';
import {
  connectionOf,
  type Database,
  emptyDatabase,
  findTable,
  type Snapshot,
  snapshotOf,
  withConnection,
  withOpened,
  withTable,
} from './database.ts';
import type { Effect, Predicted } from './effect.ts';
import { afterRefusedPrepare, afterUnknown, STALE_SCHEMA } from './forget.ts';
import { objectionInMvcc, withConflicts } from './mvcc.ts';
import { disturbed, objectionBeside, type PredictWith, withProgress } from './open-statements.ts';
import { valuesOf } from './persistent-map.ts';
import { runPragma } from './pragma.ts';
import { predictionOf, refusal } from './prediction-of.ts';
import { createContext, type StatementContext, Undetermined } from './query/statement-context.ts';
import { runSelect } from './run-select.ts';
import { alterTable } from './schema/alter.ts';
import { attach, checkSchema, copyTo, detach } from './schema/attach.ts';
import { createIndex, createTable, createTableAs, createView } from './schema/create.ts';
import { drop } from './schema/drop.ts';
import { maintain, vacuum } from './schema/maintain.ts';
import { createTrigger, firedBy, hasForeignKey } from './schema/trigger.ts';
import { hasSeveralErrors } from './several-errors.ts';
import {
  afterWrite,
  checkWritable,
  hasBegun,
  isBeforeFirstRead,
  isBesideWriter,
  rollback,
  runTransaction,
} from './transactions.ts';
import { isUndetermined } from './undetermined.ts';
import { mayRaise } from './undetermined-query.ts';
import { checkNames } from './vague.ts';
import { runDelete } from './write/delete.ts';
import { enforceForeignKeys } from './write/foreign-keys.ts';
import { runInsert } from './write/insert.ts';
import type { Written } from './write/target.ts';
import { runUpdate } from './write/update.ts';

export type { Prediction } from '../../prediction.ts';
export { tableRows } from './database.ts';
export { viewOf } from './view-of.ts';
export { type Database, emptyDatabase };

export function predict(before: Database, connection: number, statement: Statement): Predicted {
  const { database, prediction, visited } = predictReading(before, connection, statement);
  const predicted = { database: disturbed(database, connection), prediction, visited };
  return withConflicts(before, connection, statement, withProgress(before, connection, statement, predicted));
}

/** The same with the tables that it reads, and without what it does to statements that are open. */
export const predictReading: PredictWith = (before, connection, statement) => {
  const database = withOpened(before, connection);
  const context = createContext(snapshotOf(database, connection), isInTransaction(database, connection));
  try {
    if (database.lost !== undefined) throw new Unknown(database.lost);
    const objection =
      objectionBeside(database, connection, statement) ?? objectionInMvcc(database, connection, statement);
    if (objection !== null) throw new Unknown(objection, undefined, true);
    checkNames(statement, context.snapshot);
    checkStaleSchema(database, connection, statement);
    const { database: next, prediction: found } = run(database, connection, statement, context);
    const prediction = settled(found, database, connection, statement);
    const isAttachment = classOf(statement) === 'attachment';
    const named = context.reads.size > 0 || !(isReading(statement) || isAttachment);
    const prepared = afterPrepare(next, connection, statement, named);
    return { database: prepared, prediction, visited: context.visited, reads: context.reads };
  } catch (error) {
    const prediction = settled(predictionOf(error), database, connection, statement);
    if (prediction === undefined) throw error;
    if (prediction.kind === 'refused' && hasSeveralErrors(statement, prediction.class, context.snapshot)) {
      return {
        database,
        prediction: { kind: 'unknown', reason: 'several errors' },
        visited: context.visited,
        reads: context.reads,
      };
    }
    const next =
      prediction.kind === 'refused'
        ? afterRefusedPrepare(database, connection, statement)
        : afterUnknown(database, connection, statement, prediction);
    return {
      database: afterPrepare(next, connection, statement, false),
      prediction,
      visited: context.visited,
      reads: context.reads,
    };
  }
};

/**
 * SQLite prepares a statement with the schema that the connection has read last. If another connection has changed
 * it since, SQLite notices only when the statement runs, or when a name is not found: other errors of preparing are
 * errors about a schema that is no more. No engine is held to them.
 */
function checkStaleSchema(database: Database, connection: number, statement: Statement): void {
  if (isTransactionControl(statement) || readsNoSchema(statement)) return;
  const { schema } = snapshotOf(database, connection);
  for (const seen of connectionOf(database, connection).seen) {
    if (seen.schema !== schema) checkPreparedWith(seen, connection, statement);
  }
}

function readsNoSchema(statement: Statement): boolean {
  return classOf(statement) === 'attachment' || statement.kind === 'vacuum';
}

function checkPreparedWith(seen: Snapshot, connection: number, statement: Statement): void {
  // REINDEX and ANALYZE work on what the connection believes to be there.
  if (statement.kind === 'reindex' || statement.kind === 'analyze') throw new Undetermined(STALE_SCHEMA);
  // What turns out to have nothing to do may have taken the lock before, and keep it to the end of the transaction.
  if (isConditional(statement)) throw new Undetermined(STALE_SCHEMA);
  const context = createContext(seen);
  try {
    run({ ...emptyDatabase(), committed: seen }, connection, statement, context);
  } catch (error) {
    if (context.started || error instanceof Undetermined) return;
    if (!(error instanceof Refusal)) throw error;
    const isLookedForAgain = /^no such (table|view|index)/.test(error.message);
    if (!isLookedForAgain || hasSeveralErrors(statement, error.class, seen))
      throw new Undetermined(STALE_SCHEMA);
  }
}

function isConditional(statement: Statement): boolean {
  return 'ifNotExists' in statement || 'ifExists' in statement;
}

/** The connection knows the present schema now; or may know it, if the statement named no table. */
function afterPrepare(
  database: Database,
  connection: number,
  statement: Statement,
  named: boolean,
): Database {
  if (isTransactionControl(statement)) return database;
  const state = connectionOf(database, connection);
  const present = snapshotOf(database, connection);
  const knows = state.seen.some(({ schema }) => schema === present.schema);
  if (knows && (state.seen.length === 1 || !named) && (state.hasReadSchema || !named)) return database;
  return withConnection(database, connection, {
    ...state,
    seen: named ? [present] : [...state.seen, present],
    hasReadSchema: state.hasReadSchema || named,
  });
}

/** What the model does not know may be undetermined as well. */
function settled<P extends Prediction | undefined>(
  prediction: P,
  database: Database,
  connection: number,
  statement: Statement,
): P | Extract<Prediction, { kind: 'undetermined' | 'unknown' }> {
  if (prediction?.kind !== 'unknown') return prediction;
  const { foreignKeys } = connectionOf(database, connection);
  const inTransaction = isInTransaction(database, connection);
  if (isUndetermined(statement, snapshotOf(database, connection), { foreignKeys, inTransaction })) {
    return { ...prediction, kind: 'undetermined' };
  }
  return mayRaise(statement) ? { ...prediction, mayRaise: true } : prediction;
}

function isInTransaction(database: Database, connection: number): boolean {
  return connectionOf(database, connection).transaction !== undefined;
}

const DONE: Prediction = { kind: 'rows', rows: [], order: 'list', changes: 0 };

function run(
  database: Database,
  connection: number,
  statement: Statement,
  context: StatementContext,
): Effect {
  if (isTransactionControl(statement))
    return { database: runTransaction(database, connection, statement), prediction: DONE };
  const { snapshot } = context;
  switch (statement.kind) {
    case 'select':
      return runSelect(database, connection, statement, context);
    case 'insert':
      return write(database, connection, context, statement, () => runInsert(statement, context));
    case 'update':
      return write(database, connection, context, statement, () => runUpdate(statement, context));
    case 'delete':
      return write(database, connection, context, statement, () => runDelete(statement, context));
    case 'createTable':
      checkSchema(database, connection, statement);
      return define(database, connection, context, () => createTable(statement, context));
    case 'createTableAs':
      return define(database, connection, context, () => createTableAs(statement, context));
    case 'createIndex':
      return define(database, connection, context, () => createIndex(statement, context));
    case 'createView':
      return define(database, connection, context, () => createView(statement, context));
    case 'createTrigger':
      return define(database, connection, context, () => createTrigger(statement, context));
    case 'drop':
      if (statement.what === 'TABLE') checkForeignKeys(database, connection, snapshot, statement.name);
      return define(database, connection, context, () => drop(statement, context));
    case 'alterTable':
      checkForeignKeys(database, connection, snapshot, statement.table);
      return define(database, connection, context, () => alterTable(statement, context));
    case 'pragma':
      return runPragma(database, connection, statement);
    case 'analyze':
    case 'reindex': {
      // With nothing to do it needs no lock and does not even begin to read, and whether there is something to do is up to the engine.
      if (isBeforeFirstRead(connectionOf(database, connection)) || isBesideWriter(database, connection)) {
        throw new Unknown('maintenance in a transaction');
      }
      // What comes out as it was is not written.
      return define(database, connection, context, () => maintain(statement, context), {
        dirty: 'maybe',
        keepsSchema: statement.kind === 'reindex',
      });
    }
    case 'vacuum':
      return runVacuum(database, connection, statement, context);
    case 'attach':
      return { database: attach(database, connection, statement), prediction: DONE };
    case 'detach':
      return { database: detach(database, connection, statement), prediction: DONE };
    case 'raw': {
      const { gives: rows, inOrder } = statement;
      if (rows === undefined) throw new Unknown('raw statement');
      return { database, prediction: { kind: 'rows', rows, order: inOrder ? 'list' : 'bag', changes: 0 } };
    }
  }
}

/** Runs INSERT, UPDATE or DELETE and takes in what it did, if the connection may write at all. */
function write(
  database: Database,
  connection: number,
  context: StatementContext,
  statement: Insert | Update | Delete,
  action: () => Written,
): Effect {
  const { snapshot } = context;
  const { foreignKeys } = connectionOf(database, connection);
  const enforces = foreignKeys && hasForeignKey(snapshot, statement.table);
  if (firedBy(snapshot, statement).length > 0) throw new Unknown('trigger');
  const done = attempt(database, connection, context, () => {
    const written = action();
    const { table, violation } = written;
    if (!enforces || violation !== undefined) return { written, snapshot: withTable(snapshot, table) };
    return { written, snapshot: enforceForeignKeys(snapshot, table, statement) };
  });
  if ('prediction' in done) return done;
  const { written } = done;
  const { table, returned, changes, violation } = written;
  if (violation === undefined) {
    const next = afterWrite(database, connection, done.snapshot, dirtied(written));
    return { database: next, prediction: rowsOf(returned, changes) };
  }
  // What is kept, and what fails first, may be up to an action.
  if (enforces && violation.resolution !== 'ABORT') throw new Unknown('foreign keys');
  const prediction = refusal(violation, enforces || (written.anyConstraint ?? false));
  if (violation.resolution === 'ROLLBACK') return { database: rollback(database, connection), prediction };
  const before = findTable(snapshot, table.schema.name);
  const next = table === before ? snapshot : withTable(snapshot, table);
  return {
    database: afterRefusal(database, connection, next, table.rows !== before?.rows),
    prediction,
  };
}

/** Whether a statement that succeeded wrote to any page. */
function dirtied({ changes, dirty }: Written): 'no' | 'yes' | 'maybe' {
  return dirty ?? (changes > 0 ? 'yes' : 'no');
}

/** After a refusal at run time: outside a transaction nothing remains, but for what FAIL keeps. */
function afterRefusal(database: Database, connection: number, snapshot: Snapshot, kept: boolean): Database {
  const inTransaction = isInTransaction(database, connection);
  if (kept) return afterWrite(database, connection, snapshot, 'yes');
  if (snapshot !== snapshotOf(database, connection))
    return afterWrite(database, connection, snapshot, 'maybe', 'optional');
  // SQLite keeps the lock that it took; an engine that has written nothing may let it go.
  return afterWrite(database, connection, snapshot, inTransaction ? 'maybe' : 'no', 'optional');
}

/** What they do to a table that goes or is altered is not followed. */
function checkForeignKeys(database: Database, connection: number, snapshot: Snapshot, table: string): void {
  if (connectionOf(database, connection).foreignKeys && hasForeignKey(snapshot, table))
    throw new Unknown('foreign keys');
}

/**
 * Runs an action that writes. What SQLite refuses while preparing comes first, then the question of locks; what it
 * refuses while running leaves the connection with the lock.
 */
function attempt<T extends object>(
  database: Database,
  connection: number,
  context: StatementContext,
  action: () => T,
): T | Effect {
  let result: T;
  try {
    result = action();
  } catch (error) {
    if (!context.started) throw error;
    checkWritable(database, connection);
    if (!(error instanceof Refusal)) throw error;
    return {
      database: afterRefusal(database, connection, context.snapshot, false),
      prediction: refusal(error, false),
    };
  }
  // IF [NOT] EXISTS may leave nothing to write.
  if (result !== context.snapshot) checkWritable(database, connection);
  if (context.undetermined !== undefined) throw new Undetermined(context.undetermined);
  return result;
}

function rowsOf(rows: readonly Row[], changes: number): Prediction {
  return { kind: 'rows', rows, order: rows.length > 1 ? 'bag' : 'list', changes };
}

function define(
  database: Database,
  connection: number,
  context: StatementContext,
  action: () => Snapshot,
  {
    dirty = 'yes',
    keepsSchema = false,
  }: { readonly dirty?: 'yes' | 'maybe'; readonly keepsSchema?: boolean } = {},
): Effect {
  const snapshot = attempt(database, connection, context, action);
  if ('prediction' in snapshot) return snapshot;
  if (snapshot === context.snapshot)
    return { database: afterNothing(database, connection), prediction: DONE };
  const next = keepsSchema ? snapshot : { ...snapshot, schema: {} };
  return { database: afterWrite(database, connection, next, dirty), prediction: DONE };
}

/** IF [NOT] EXISTS left nothing to do. SQLite takes no lock then; that no engine may is said nowhere. */
function afterNothing(database: Database, connection: number): Database {
  const { transaction } = connectionOf(database, connection);
  if (transaction?.writing === true) return database;
  try {
    checkWritable(database, connection);
  } catch {
    throw new Undetermined('a lock for nothing');
  }
  if (transaction === undefined) return database;
  return afterWrite(database, connection, snapshotOf(database, connection), 'no', 'optional');
}

function runVacuum(
  database: Database,
  connection: number,
  { into }: Vacuum,
  context: StatementContext,
): Effect {
  if (connectionOf(database, connection).transaction !== undefined)
    throw new Refusal('other', 'cannot VACUUM from within a transaction');
  if (into !== undefined) return { database: copyTo(database, into), prediction: DONE };
  const others = valuesOf(database.connections).some(
    (state) => state.transaction !== undefined || hasBegun(state),
  );
  if (others) throw new Unknown('VACUUM beside a transaction');
  return define(database, connection, context, () => vacuum(context));
}
