// What generators and properties may see of the shadow database: a read-only picture of one moment.
// The model's own state satisfies these interfaces; nothing is copied.

import type {
  Collation,
  Expression,
  ForeignKey,
  IndexedColumn,
  TriggerEvent,
  TriggerTiming,
} from '../sql/ast.ts';
import type { Row } from '../sql/index.ts';

/** BLOB is the affinity that changes nothing; expressions without affinity count as `none`. */
export type Affinity = 'integer' | 'real' | 'numeric' | 'text' | 'blob' | 'none';

/** `exact`: contents known. `schemaOnly`: columns known, contents not. `unknown`: may only be dropped. */
export type Knowledge = 'exact' | 'schemaOnly' | 'unknown';

export interface ColumnView {
  readonly name: string;
  /** The declared type, '' if none. */
  readonly type: string;
  readonly affinity: Affinity;
  readonly collation: Collation;
  readonly notNull: boolean;
  /** Part of the primary key. */
  readonly primaryKey: boolean;
  /** `INTEGER PRIMARY KEY` of a rowid table: another name of the rowid. */
  readonly rowidAlias: boolean;
  readonly generated: boolean;
  /** What a generated column computes. */
  readonly expression?: Expression;
  readonly default?: Expression;
}

export interface IndexView {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly IndexedColumn[];
  readonly unique: boolean;
  readonly where?: Expression;
}

export interface TableView {
  readonly name: string;
  readonly knowledge: Knowledge;
  readonly columns: readonly ColumnView[];
  /** In an attached database, and not in the main one. */
  readonly attached?: boolean;
  readonly strict: boolean;
  readonly withoutRowid: boolean;
  readonly indexes: readonly IndexView[];
  /** UNIQUE and PRIMARY KEY constraints and unique indexes on plain columns, as lists of column names. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys?: readonly ForeignKey[];
  /** The expressions of its CHECK constraints. */
  readonly checks?: readonly Expression[];
  readonly rowCount: number;
  /** The row at a position in rowid (or primary key) order, one value per column; 0 ≤ position < rowCount. */
  rowAt(position: number): Row;
  rows(): Iterable<Row>;
}

/** An index over columns that holds all rows: any query can use it. */
export function isPlainIndex({ columns, where }: IndexView): boolean {
  return where === undefined && columns.every(({ expression }) => expression.kind === 'column');
}

export interface ViewView {
  readonly name: string;
  /** The tables and views that it reads. */
  readonly reads?: readonly string[];
  readonly columns: readonly {
    readonly name: string;
    readonly affinity: Affinity;
    readonly collation: Collation;
  }[];
}

export interface TriggerView {
  readonly name: string;
  /** The table or view that it is on. */
  readonly table: string;
  readonly timing: TriggerTiming;
  readonly event: TriggerEvent;
  /** The tables that it writes to, and all tables and views that it names, both in lower case. */
  readonly writes: readonly string[];
  readonly mentions: readonly string[];
}

export interface DatabaseView {
  readonly tables: readonly TableView[];
  readonly views: readonly ViewView[];
  readonly triggers: readonly TriggerView[];
  readonly inTransaction: boolean;
  /** The journal mode is mvcc: SQLite does not open the file. */
  readonly mvcc: boolean;
  /** The ids of statements that were begun and are not over. */
  readonly open: readonly number[];
  /** Open savepoints, outermost first. */
  readonly savepoints: readonly string[];
}
