// A table of the shadow database: its schema, and its rows with the key sets that make uniqueness checks cheap.
// Tables are immutable values; a write makes a new one that shares all it can.

import type {
  Collation,
  ConflictResolution,
  CreateTrigger,
  Expression,
  ForeignKey,
  IndexedColumn,
  Select,
} from '../../../sql/ast.ts';
import type { Row, SqlValue } from '../../../sql/index.ts';
import type { ColumnView, IndexView, Knowledge } from '../../view.ts';
import { Unknown } from '../evaluate/stop.ts';
import type { Compare, PersistentMap } from './persistent-map.ts';

export type StrictType = 'INTEGER' | 'REAL' | 'TEXT' | 'BLOB' | 'ANY';

export interface Column extends ColumnView {
  readonly notNullConflict?: ConflictResolution;
  /** Of a generated column. */
  readonly expression?: Expression;
  readonly stored?: boolean;
  /** In a STRICT table. */
  readonly strictType?: StrictType;
  /** Added to a WITHOUT ROWID table that had rows: their records end before it. */
  readonly isBeyondRecords?: boolean;
}

/** A uniqueness rule other than the rowid: PRIMARY KEY, UNIQUE, or a unique index. */
export interface Key {
  readonly kind: 'primaryKey' | 'unique';
  readonly columns: readonly IndexedColumn[];
  readonly collations: readonly Collation[];
  /** Positions of the columns, when all of them are plain columns. */
  readonly positions?: readonly number[];
  readonly where?: Expression;
  readonly conflict?: ConflictResolution;
  /** The CREATE INDEX it comes from; constraints have none. */
  readonly index?: string;
  readonly compare: Compare<Row>;
}

export interface Index extends IndexView {
  readonly collations: readonly Collation[];
}

export interface CheckConstraint {
  readonly expression: Expression;
  /** Of a column constraint: the column's name in lower case. */
  readonly column?: string;
}

/** What a row is stored under: its rowid, or the primary key's values of a WITHOUT ROWID table. */
export type RowKey = bigint | Row;

export interface TableSchema {
  readonly name: string;
  /** The attached database that holds it, in lower case; none for the main one. */
  readonly attached?: string;
  readonly columns: readonly Column[];
  readonly strict: boolean;
  readonly withoutRowid: boolean;
  /** Position of the INTEGER PRIMARY KEY, or -1. */
  readonly rowidAlias: number;
  readonly rowidConflict?: ConflictResolution;
  readonly autoincrement: boolean;
  /** The primary key of a WITHOUT ROWID table, as an element of `keys`, or -1. */
  readonly primaryKey: number;
  /** In the order in which SQLite checks them. */
  readonly keys: readonly Key[];
  readonly checks: readonly CheckConstraint[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly compareKeys: Compare<RowKey>;
}

export interface Table {
  readonly schema: TableSchema;
  readonly knowledge: Knowledge;
  /** Whether rowids are what SQLite has; false after an INSERT … SELECT whose order SQL does not determine. */
  readonly rowidsKnown: boolean;
  /** A stored row is one value per column and, in rowid tables, the rowid after them. */
  readonly rows: PersistentMap<RowKey, Row>;
  /** For each of the schema's keys, the key's values of every row that has no NULL among them. */
  readonly uniques: readonly PersistentMap<Row, RowKey>[];
  /** The row of sqlite_sequence, if there is one. */
  readonly sequence?: bigint;
  /** The largest rowid that AUTOINCREMENT may remember although its row was refused or ignored. */
  readonly doubtedRowid?: bigint;
}

/** Stops the model where it would have to look at rows that it has lost track of. */
export function requireContents({ knowledge }: Table): void {
  if (knowledge !== 'exact') throw new Unknown('contents not known');
}

export interface View {
  readonly name: string;
  readonly columns?: readonly string[];
  readonly select: Select;
}

export interface Trigger {
  readonly definition: CreateTrigger;
  /** The tables that it writes to, in lower case. */
  readonly writes: readonly string[];
  /** The tables and views that it names anywhere, in lower case. */
  readonly mentions: ReadonlySet<string>;
}

export function compareRowids(a: RowKey, b: RowKey): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The rowid of a stored row. */
export function rowidOf(schema: TableSchema, stored: Row): bigint {
  return stored[schema.columns.length] as bigint;
}

/** The values of the columns, without the rowid. */
export function valuesOfRow(schema: TableSchema, stored: Row): Row {
  return schema.withoutRowid ? stored : stored.slice(0, schema.columns.length);
}

export function rowKeyOf(schema: TableSchema, stored: Row): RowKey {
  if (!schema.withoutRowid) return rowidOf(schema, stored);
  const positions = schema.keys[schema.primaryKey].positions!;
  const key: SqlValue[] = [];
  for (const position of positions) key.push(stored[position]);
  return key;
}

export function isRowidName(name: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'rowid' || lower === '_rowid_' || lower === 'oid';
}
