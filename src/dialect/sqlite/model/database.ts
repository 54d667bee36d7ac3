// The state of the shadow database: what is committed, and what each connection sees and holds.
// All of it is immutable data, so a snapshot, a savepoint and an old state are references.

import type { Statement } from '../../../sql/ast.ts';
import type { Row } from '../../../sql/index.ts';
import type { Prediction } from '../../prediction.ts';
import { Refusal, Unknown } from '../evaluate/stop.ts';
import { find, type PersistentMap, put, valuesOf } from './persistent-map.ts';
import {
  compareRowids,
  type Table,
  type TableSchema,
  type Trigger,
  type View,
  valuesOfRow,
} from './table.ts';

/** Contents of the whole database at one moment. Names are keyed in lower case. */
export interface Snapshot {
  readonly tables: PersistentMap<string, Table>;
  readonly views: PersistentMap<string, View>;
  /** Every index's table, in lower case. */
  readonly indexes: PersistentMap<string, string>;
  readonly triggers: PersistentMap<string, Trigger>;
  /** Names that only a raw statement knows: of tables, views, indexes and triggers, or of nothing. */
  readonly vague: PersistentMap<string, true>;
  readonly userVersion: bigint;
  /** The journal mode is mvcc, which SQLite itself does not have. */
  readonly mvcc?: true;
  /** The identity of the schema. */
  readonly schema: object;
}

interface SavepointState {
  readonly name: string;
  /** What ROLLBACK TO returns to; undefined as long as the transaction had not read anything. */
  readonly snapshot?: Snapshot;
}

/** A transaction opened by BEGIN or by SAVEPOINT. */
export interface Transaction {
  /** Opened by SAVEPOINT: releasing the first savepoint commits. */
  readonly bySavepoint: boolean;
  readonly savepoints: readonly SavepointState[];
  /** What was committed when the first statement read; undefined before that. */
  readonly base?: Snapshot;
  /** What this connection sees: `base` with its own changes. */
  readonly current?: Snapshot;
  /** Whether it holds the write lock; `maybe` is not known, `optional` is up to the engine. */
  readonly writing: boolean | 'maybe' | 'optional';
  /** Whether a commit would make other snapshots stale. */
  readonly dirty: 'no' | 'yes' | 'maybe';
  /** As long as this is what is committed, it cannot be said whether the transaction's snapshot is stale. */
  readonly doubtful?: Snapshot;
  /** What statements kept in view when it began: before its first read, SQLite takes it for its snapshot. */
  readonly perhapsBase?: Snapshot;
  /** A statement that had written was given up in it. */
  readonly isSpoilt?: true;
  /** Begun with BEGIN CONCURRENT: it takes no lock, and its commit may conflict with others. */
  readonly concurrent?: true;
  /** It is that of one statement that writes, outside of any other transaction, and ends with it. */
  readonly ofStatement?: true;
}

/** A statement that was begun and has not come to its end. */
export interface OpenStatement {
  readonly id: number;
  readonly statement: Statement;
  /** All that it gives, if nothing disturbs it. */
  readonly prediction: Prediction;
  /** Steps taken so far: each gave a row or was the end. None if it was reset: what it does then it does anew. */
  readonly taken: number;
  /** The tables that it reads or writes as they were when it began, by their names in lower case. */
  readonly tables: readonly (readonly [name: string, table: Table | undefined])[];
  /** It has written, and commits, or not, when it ends. */
  readonly isWriter: boolean;
  /** Its connection has changed what it reads, or has rolled back: what it gives from then on is up to the engine. */
  readonly isDisturbed: boolean;
}

export interface ConnectionState {
  readonly transaction?: Transaction;
  readonly open?: readonly OpenStatement[];
  /**
   * What statements that are open keep in view outside of a transaction, whatever others commit. In SQLite it is what other statements of
   * the connection see, too; that no engine may show them what is newer is said nowhere.
   */
  readonly pinned?: Snapshot;
  /** The snapshot whose schema it has read last (several if it is not known which one): statements are prepared with that schema. */
  readonly seen: readonly Snapshot[];
  /** It certainly has read a schema: a statement named a table. */
  readonly hasReadSchema?: boolean;
  readonly foreignKeys: boolean;
  /** Attached databases, in the order in which they were attached. */
  readonly attached: readonly AttachedDatabase[];
}

export interface AttachedDatabase {
  /** In lower case. */
  readonly name: string;
  readonly file: string;
}

export interface Database {
  readonly committed: Snapshot;
  readonly connections: PersistentMap<number, ConnectionState>;
  /** The connection that holds the write lock, or -1. */
  readonly writer: number;
  /** What files hold that were attached and are detached now. */
  readonly files: PersistentMap<string, readonly Table[]>;
  /** Files that were named by ATTACH or VACUUM INTO: they may be there, and stay when all connections end. */
  readonly named: PersistentMap<string, true>;
  /** Set when the model lost track of transactions or of the schema: every later prediction is unknown. */
  readonly lost?: string;
}

const NOTHING: Snapshot = {
  tables: undefined,
  views: undefined,
  indexes: undefined,
  triggers: undefined,
  vague: undefined,
  userVersion: 0n,
  schema: {},
};
/** A connection that has done nothing has at most seen that the database is empty. */
const IDLE: ConnectionState = { foreignKeys: false, attached: [], seen: [NOTHING] };

export function emptyDatabase(): Database {
  return { committed: NOTHING, connections: undefined, writer: -1, files: undefined, named: undefined };
}

export function connectionOf(database: Database, connection: number): ConnectionState {
  return find(database.connections, connection, compareNumbers) ?? IDLE;
}

/** A connection is opened by its first statement, but for the first one, and may read the schema then. */
export function withOpened(database: Database, connection: number): Database {
  if (find(database.connections, connection, compareNumbers) !== undefined) return database;
  const { committed } = database;
  const seen = connection === 0 ? [...IDLE.seen, committed] : [committed];
  return withConnection(database, connection, { ...IDLE, seen });
}

export function withConnection(database: Database, connection: number, state: ConnectionState): Database {
  return { ...database, connections: put(database.connections, connection, state, compareNumbers) };
}

/** What a statement of this connection would read now. */
export function snapshotOf(database: Database, connection: number): Snapshot {
  const { transaction, pinned } = connectionOf(database, connection);
  return transaction?.current ?? pinned ?? database.committed;
}

export function findTable(snapshot: Snapshot, name: string): Table | undefined {
  return find(snapshot.tables, name.toLowerCase(), compareNames);
}

/** A table whose schema is known; what SQLite says if there is no such table. */
export function requireTable(snapshot: Snapshot, name: string): Table {
  const table = findTable(snapshot, name);
  if (table === undefined) {
    if (isSystemName(name)) throw new Unknown('system table');
    throw new Refusal('noSuchTable', `no such table: ${name}`);
  }
  if (table.knowledge === 'unknown') throw new Unknown('schema not known');
  return table;
}

/** Tables and indexes that SQLite keeps for itself. */
export function isSystemName(name: string): boolean {
  return name.toLowerCase().startsWith('sqlite_');
}

export function findView(snapshot: Snapshot, name: string): View | undefined {
  return find(snapshot.views, name.toLowerCase(), compareNames);
}

export function withTable(snapshot: Snapshot, table: Table): Snapshot {
  return {
    ...snapshot,
    tables: put(snapshot.tables, table.schema.name.toLowerCase(), table, compareNames),
  };
}

/** A table of which nothing but the name is known. */
export function unknownTable(name: string): Table {
  const schema: TableSchema = {
    name,
    columns: [],
    strict: false,
    withoutRowid: false,
    rowidAlias: -1,
    autoincrement: false,
    primaryKey: -1,
    keys: [],
    checks: [],
    indexes: [],
    foreignKeys: [],
    compareKeys: compareRowids,
  };
  return { schema, knowledge: 'unknown', rowidsKnown: false, rows: undefined, uniques: [] };
}

/** The committed rows of a table in key order, one value per column. Empty for a table that is not exact. */
export function tableRows(database: Database, name: string): Row[] {
  const table = findTable(database.committed, name);
  if (table === undefined) return [];
  return valuesOf(table.rows).map((row) => valuesOfRow(table.schema, row));
}

export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumbers(a: number, b: number): number {
  return a - b;
}
