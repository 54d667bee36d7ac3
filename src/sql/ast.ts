// The language as plain data. Builders (build.ts) make these values, one printer (print.ts) writes them as SQL,
// and nothing else knows SQL's syntax. Every node is JSON but for SqlValue, which has a codec.
//
// Tables, columns, indexes and views are named by their SQL names. Generation never reuses a name within a plan,
// so a name is an identity; there is no second naming scheme to keep in step.

import type { SqlValue } from './value.ts';

export type Collation = 'BINARY' | 'NOCASE' | 'RTRIM';

// ── Expressions ──────────────────────────────────────────────────────────────────────────────────────────────

export type Expression =
  | Literal
  | HexLiteral
  | BooleanLiteral
  | CurrentLiteral
  | ColumnReference
  | Unary
  | Binary
  | NullTest
  | Between
  | InList
  | InSelect
  | Exists
  | ScalarSubquery
  | Case
  | Cast
  | Collate
  | Like
  | RowValue
  | Call
  | Raise
  | DrawReference
  | RawExpression;

/** NULL, an integer, a real, a text or a blob. Negative numbers print as such: `-5`. */
export interface Literal {
  readonly kind: 'literal';
  readonly value: SqlValue;
}

/** `0x…`: one to sixteen hexadecimal digits, read as a two's complement 64-bit integer. */
export interface HexLiteral {
  readonly kind: 'hex';
  readonly digits: string;
}

export interface BooleanLiteral {
  readonly kind: 'boolean';
  readonly value: boolean;
}

export interface CurrentLiteral {
  readonly kind: 'current';
  readonly what: 'DATE' | 'TIME' | 'TIMESTAMP';
}

/** A column, perhaps qualified by the table's name or alias. `rowid` is a column too. */
export interface ColumnReference {
  readonly kind: 'column';
  readonly table?: string;
  readonly name: string;
}

export type UnaryOperator = '-' | '+' | '~' | 'NOT';

export interface Unary {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type BitwiseOperator = '&' | '|' | '<<' | '>>';
export type ComparisonOperator =
  | '='
  | '=='
  | '<>'
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'IS'
  | 'IS NOT'
  | 'IS DISTINCT FROM'
  | 'IS NOT DISTINCT FROM';
export type BinaryOperator = ArithmeticOperator | BitwiseOperator | ComparisonOperator | '||' | 'AND' | 'OR';

export interface Binary {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `x ISNULL`, `x NOTNULL` and `x NOT NULL`. */
export interface NullTest {
  readonly kind: 'nullTest';
  readonly form: 'ISNULL' | 'NOTNULL' | 'NOT NULL';
  readonly operand: Expression;
}

export interface Between {
  readonly kind: 'between';
  readonly operand: Expression;
  readonly low: Expression;
  readonly high: Expression;
  readonly negated: boolean;
}

export interface InList {
  readonly kind: 'inList';
  readonly operand: Expression;
  readonly list: readonly Expression[];
  readonly negated: boolean;
}

export interface InSelect {
  readonly kind: 'inSelect';
  readonly operand: Expression;
  readonly select: Select;
  readonly negated: boolean;
}

export interface Exists {
  readonly kind: 'exists';
  readonly select: Select;
  readonly negated: boolean;
}

export interface ScalarSubquery {
  readonly kind: 'scalar';
  readonly select: Select;
}

export interface Case {
  readonly kind: 'case';
  /** With an operand: `CASE x WHEN 1 THEN …`. */
  readonly operand?: Expression;
  readonly branches: readonly { readonly when: Expression; readonly then: Expression }[];
  readonly otherwise?: Expression;
}

export interface Cast {
  readonly kind: 'cast';
  readonly operand: Expression;
  /** Any type name; its affinity follows from the name. */
  readonly type: string;
}

export interface Collate {
  readonly kind: 'collate';
  readonly operand: Expression;
  readonly collation: Collation;
}

export interface Like {
  readonly kind: 'like';
  readonly operator: 'LIKE' | 'GLOB';
  readonly operand: Expression;
  readonly pattern: Expression;
  /** LIKE only. */
  readonly escape?: Expression;
  readonly negated: boolean;
}

/** `(a, b, …)` with at least two items. */
export interface RowValue {
  readonly kind: 'row';
  readonly items: readonly Expression[];
}

/** A function call: scalar, aggregate or, with `over`, a window function. */
export interface Call {
  readonly kind: 'call';
  /** Lower case. */
  readonly name: string;
  /** `'*'` only for count(*). */
  readonly arguments: readonly Expression[] | '*';
  readonly distinct?: boolean;
  readonly filter?: Expression;
  readonly over?: Window;
}

export interface Window {
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly OrderTerm[];
  /** The frame clause as SQL text, e.g. `ROWS BETWEEN 1 PRECEDING AND CURRENT ROW`. */
  readonly frame?: string;
}

/** `RAISE(…)`, in triggers only. IGNORE has no message. */
export interface Raise {
  readonly kind: 'raise';
  readonly action: 'IGNORE' | 'ABORT' | 'FAIL' | 'ROLLBACK';
  readonly message?: string;
}

/** Stands for a drawn expression of the same group, or for a value of a drawn row. Expanded before printing. */
export interface DrawReference {
  readonly kind: 'draw';
  readonly draw: string;
  /** A column's name, when the draw is a row. */
  readonly column?: string;
}

/** SQL that the AST has no node for; the model answers `unknown`. */
export interface RawExpression {
  readonly kind: 'rawExpression';
  readonly sql: string;
}

// ── Queries ──────────────────────────────────────────────────────────────────────────────────────────────────

export interface Select {
  readonly kind: 'select';
  readonly with?: readonly CommonTable[];
  readonly recursive?: boolean;
  readonly body: SelectBody;
  readonly orderBy?: readonly OrderTerm[];
  readonly limit?: Expression;
  /** Only with a limit. */
  readonly offset?: Expression;
}

export interface CommonTable {
  readonly name: string;
  readonly columns?: readonly string[];
  readonly select: Select;
}

export type SelectBody = SelectCore | ValuesCore | Compound | DrawnBody;

/** Stands for the body of a query that its group drew. Expanded before printing. */
export interface DrawnBody {
  readonly kind: 'draw';
  readonly draw: string;
}

export interface SelectCore {
  readonly kind: 'core';
  readonly distinct?: boolean;
  readonly columns: readonly ResultColumn[];
  readonly from?: FromItem;
  readonly where?: Expression;
  readonly groupBy?: readonly Expression[];
  readonly having?: Expression;
}

/** `VALUES (…), (…)`: rows of the same width. */
export interface ValuesCore {
  readonly kind: 'values';
  readonly rows: readonly (readonly Expression[])[];
}

export type CompoundOperator = 'UNION' | 'UNION ALL' | 'INTERSECT' | 'EXCEPT';

/** Left-associative, as in SQL: the right side is never itself a compound. */
export interface Compound {
  readonly kind: 'compound';
  readonly operator: CompoundOperator;
  readonly left: SelectBody;
  readonly right: SelectCore | ValuesCore | DrawnBody;
}

export type ResultColumn =
  | { readonly kind: 'all' }
  | { readonly kind: 'allOf'; readonly table: string }
  | { readonly kind: 'expression'; readonly expression: Expression; readonly alias?: string };

export type FromItem = FromTable | FromSelect | Join;

export interface FromTable {
  readonly kind: 'table';
  /** A table, a view or a common table. */
  readonly name: string;
  readonly alias?: string;
  readonly notIndexed?: boolean;
  readonly indexedBy?: string;
}

export interface FromSelect {
  readonly kind: 'subquery';
  readonly select: Select;
  readonly alias?: string;
}

export type JoinOperator = ',' | 'JOIN' | 'CROSS JOIN' | 'LEFT JOIN' | 'RIGHT JOIN' | 'FULL JOIN';

export interface Join {
  readonly kind: 'join';
  readonly operator: JoinOperator;
  readonly natural?: boolean;
  readonly left: FromItem;
  /** A nested join prints in parentheses. */
  readonly right: FromItem;
  readonly on?: Expression;
  readonly using?: readonly string[];
}

/** The expression may be a column alias, a 1-based column number as an integer literal, or any expression. */
export interface OrderTerm {
  readonly expression: Expression;
  readonly collation?: Collation;
  readonly descending?: boolean;
  readonly nulls?: 'FIRST' | 'LAST';
}

// ── Statements ───────────────────────────────────────────────────────────────────────────────────────────────

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

export type InsertRow = readonly Expression[] | DrawnRow;

/** Stands for a drawn row: one value per column of the insert, by the column's name. */
export interface DrawnRow {
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

/** SQL that the AST has no node for. Whoever makes it says what it may touch, so that the model can step back. */
export interface RawStatement {
  readonly kind: 'raw';
  readonly sql: string;
  /** Tables whose contents the model no longer knows afterwards. */
  readonly changes: readonly string[];
}
