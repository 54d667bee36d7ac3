// The expressions of SQL.

import type { SqlValue } from '../value.ts';
import type { OrderTerm, Select } from './queries.ts';

export type Collation = 'BINARY' | 'NOCASE' | 'RTRIM';

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
  /** Some conditions of it are written in another way. */
  readonly rewritten?: readonly Rewriting[];
}

/** A condition that is written so that it means the same. */
export interface Rewriting {
  /** Which one: 0 is the first, outer ones first. It begins again after the last, so that it stays one when the tree becomes smaller. */
  readonly at: number;
  readonly as:
    | 'AND TRUE'
    | 'OR FALSE'
    | 'WHEN TRUE'
    | 'WHEN FALSE'
    | 'WHEN ITSELF'
    | 'NOT NOT'
    | 'AND ITSELF'
    | 'OR ITSELF'
    | 'NEGATED';
}

/** SQL that the AST has no node for; the model answers `unknown`. */
export interface RawExpression {
  readonly kind: 'rawExpression';
  readonly sql: string;
}
