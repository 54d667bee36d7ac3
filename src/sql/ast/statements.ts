// The statements of SQL.

import type { SqlValue } from '../value.ts';
import type { Collation, Expression } from './expressions.ts';
import type { CommonTable, FromItem, ResultColumn, Select } from './queries.ts';

export type Statement =
  | Select
  | CreateTable
  | CreateTableAs
  | CreateIndex
  | CreateView
  | CreateTrigger
  | Drop
  | AlterTable
  | Insert
  | Update
  | Delete
  | Begin
  | Commit
  | Rollback
  | Savepoint
  | Release
  | RollbackTo
  | Pragma
  | Analyze
  | Reindex
  | Vacuum
  | Attach
  | Detach
  | RawStatement;

export type ConflictResolution = 'ABORT' | 'FAIL' | 'IGNORE' | 'REPLACE' | 'ROLLBACK';

export interface ColumnDefinition {
  readonly name: string;
  /** The declared type, or none. */
  readonly type?: string;
  readonly primaryKey?: {
    readonly descending?: boolean;
    readonly autoincrement?: boolean;
    readonly conflict?: ConflictResolution;
  };
  readonly notNull?: { readonly conflict?: ConflictResolution };
  readonly unique?: { readonly conflict?: ConflictResolution };
  readonly default?: Expression;
  readonly check?: Expression;
  readonly collate?: Collation;
  readonly generated?: { readonly expression: Expression; readonly stored: boolean };
}

/** A column of an index or of a table's key. In table constraints the expression is a plain column. */
export interface IndexedColumn {
  readonly expression: Expression;
  readonly collation?: Collation;
  readonly descending?: boolean;
}

export type TableConstraint =
  | {
      readonly kind: 'primaryKey' | 'unique';
      readonly columns: readonly IndexedColumn[];
      readonly conflict?: ConflictResolution;
    }
  | { readonly kind: 'check'; readonly expression: Expression }
  | ForeignKey;

export interface ForeignKey {
  readonly kind: 'foreignKey';
  readonly columns: readonly string[];
  readonly table: string;
  readonly references: readonly string[];
  readonly onDelete?: ForeignKeyAction;
  readonly onUpdate?: ForeignKeyAction;
}

export type ForeignKeyAction = 'NO ACTION' | 'RESTRICT' | 'SET NULL' | 'SET DEFAULT' | 'CASCADE';

export interface CreateTable {
  readonly kind: 'createTable';
  /** An attached database; the main one if not given. Its tables are found by their names alone afterwards. */
  readonly schema?: string;
  readonly name: string;
  readonly ifNotExists?: boolean;
  readonly columns: readonly ColumnDefinition[];
  readonly constraints?: readonly TableConstraint[];
  readonly strict?: boolean;
  readonly withoutRowid?: boolean;
}

export interface CreateTableAs {
  readonly kind: 'createTableAs';
  readonly name: string;
  readonly ifNotExists?: boolean;
  readonly select: Select;
}

export interface CreateIndex {
  readonly kind: 'createIndex';
  readonly name: string;
  readonly table: string;
  readonly columns: readonly IndexedColumn[];
  readonly unique?: boolean;
  readonly where?: Expression;
  readonly ifNotExists?: boolean;
}

export interface CreateView {
  readonly kind: 'createView';
  readonly name: string;
  readonly columns?: readonly string[];
  readonly select: Select;
  readonly ifNotExists?: boolean;
}

export interface CreateTrigger {
  readonly kind: 'createTrigger';
  readonly name: string;
  readonly ifNotExists?: boolean;
  readonly timing: TriggerTiming;
  readonly event: TriggerEvent;
  /** `UPDATE OF a, b`. */
  readonly of?: readonly string[];
  /** A table; for INSTEAD OF a view. */
  readonly table: string;
  readonly when?: Expression;
  /** At least one. Values of the row are columns of `new` and `old`. */
  readonly body: readonly TriggerStatement[];
}

export type TriggerTiming = 'BEFORE' | 'AFTER' | 'INSTEAD OF';
export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE';
export type TriggerStatement = Insert | Update | Delete | Select;

export interface Drop {
  readonly kind: 'drop';
  readonly what: 'TABLE' | 'INDEX' | 'VIEW' | 'TRIGGER';
  readonly name: string;
  readonly ifExists?: boolean;
}

export interface AlterTable {
  readonly kind: 'alterTable';
  readonly table: string;
  readonly action:
    | { readonly kind: 'renameTable'; readonly to: string }
    | { readonly kind: 'renameColumn'; readonly column: string; readonly to: string }
    | { readonly kind: 'addColumn'; readonly column: ColumnDefinition }
    | { readonly kind: 'dropColumn'; readonly column: string };
}

export interface Insert {
  readonly kind: 'insert';
  readonly table: string;
  /** Without it: all columns but the generated ones, in order. */
  readonly columns?: readonly string[];
  readonly source: InsertSource;
  readonly conflict?: ConflictResolution;
  readonly upsert?: readonly Upsert[];
  readonly returning?: readonly ResultColumn[];
}

export type InsertSource =
  | { readonly kind: 'values'; readonly rows: readonly InsertRow[] }
  | { readonly kind: 'select'; readonly select: Select }
  | { readonly kind: 'defaultValues' };

export type InsertRow = readonly Expression[] | RowReference;

/** Stands for a drawn row: one value per column of the insert, by the column's name. */
export interface RowReference {
  readonly draw: string;
}

export interface Upsert {
  readonly target?: { readonly columns: readonly IndexedColumn[]; readonly where?: Expression };
  /** Without assignments: DO NOTHING. */
  readonly set?: readonly Assignment[];
  readonly where?: Expression;
}

/** `a = x`, or with several columns `(a, b) = (x, y)`, where the value is a row value or a subquery. */
export interface Assignment {
  readonly columns: readonly string[];
  readonly value: Expression;
}

export interface Update {
  readonly kind: 'update';
  readonly with?: readonly CommonTable[];
  readonly table: string;
  readonly alias?: string;
  readonly conflict?: ConflictResolution;
  readonly set: readonly Assignment[];
  readonly from?: FromItem;
  readonly where?: Expression;
  readonly returning?: readonly ResultColumn[];
}

export interface Delete {
  readonly kind: 'delete';
  readonly with?: readonly CommonTable[];
  readonly table: string;
  readonly alias?: string;
  readonly where?: Expression;
  readonly returning?: readonly ResultColumn[];
}

export interface Begin {
  readonly kind: 'begin';
  readonly mode?: 'DEFERRED' | 'IMMEDIATE' | 'EXCLUSIVE' | 'CONCURRENT';
}

export interface Commit {
  readonly kind: 'commit';
}

export interface Rollback {
  readonly kind: 'rollback';
}

export interface Savepoint {
  readonly kind: 'savepoint';
  readonly name: string;
}

export interface Release {
  readonly kind: 'release';
  readonly name: string;
}

export interface RollbackTo {
  readonly kind: 'rollbackTo';
  readonly name: string;
}

export interface Pragma {
  readonly kind: 'pragma';
  readonly name: string;
  /** `PRAGMA name = value` with `'='`, `PRAGMA name(value)` with `'('`. */
  readonly value?: string;
  readonly form?: '=' | '(';
}

export interface Analyze {
  readonly kind: 'analyze';
  readonly target?: string;
}

export interface Reindex {
  readonly kind: 'reindex';
  readonly target?: string;
}

export interface Vacuum {
  readonly kind: 'vacuum';
  /** The file that receives a copy; without it, the database itself is written anew. */
  readonly into?: string;
}

export interface Attach {
  readonly kind: 'attach';
  readonly file: string;
  readonly name: string;
}

export interface Detach {
  readonly kind: 'detach';
  readonly name: string;
}

/** SQL that the AST has no node for. Its maker says what it touches, so that the model forgets no more than that, and may know more of it. */
export interface RawStatement {
  readonly kind: 'raw';
  readonly sql: string;
  /** Tables whose contents the model no longer knows afterwards. */
  readonly changes: readonly string[];
  /** Tables and views that it reads. */
  readonly reads?: readonly string[];
  /** Names of which the model no longer knows whether there is such a thing, and what it is. */
  readonly redefines?: readonly string[];
  /** It may do anything: the model knows nothing of the database afterwards. */
  readonly unbounded?: boolean;
  /** SQL does not say which rows it gives, as far as its text tells. */
  readonly undetermined?: boolean;
  /** The features that it is there for. */
  readonly features?: readonly string[];
  /** The rows that it must give, in this order if it says so itself. */
  readonly gives?: readonly (readonly SqlValue[])[];
  readonly inOrder?: boolean;
}
