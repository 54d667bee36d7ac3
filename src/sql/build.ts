// Builders of nodes: plain functions that return plain data. It is not frozen: freezing takes time, and gives each kind
// of node a second object shape, which makes code that reads nodes slower.

import type {
  Binary,
  BinaryOperator,
  BooleanLiteral,
  Call,
  Cast,
  Collate,
  Collation,
  ColumnReference,
  Exists,
  Expression,
  InList,
  Literal,
  NullTest,
  RowValue,
  ScalarSubquery,
  Select,
  Unary,
} from './ast.ts';
import type { SqlValue } from './value.ts';

/** A constant: null, a bigint for INTEGER, a number for REAL, a string for TEXT, a Uint8Array for BLOB. */
export function literal(value: SqlValue): Literal {
  return { kind: 'literal', value };
}

/** An INTEGER. */
export const integer = (value: bigint | number): Literal => literal(BigInt(value));
/** A REAL. */
export const real = (value: number): Literal => literal(value);
/** A TEXT. */
export const text = (value: string): Literal => literal(value);
/** A BLOB. */
export const blob = (value: Uint8Array): Literal => literal(value);
/** `NULL` */
export const NULL: Literal = literal(null);
/** `TRUE` */
export const TRUE: BooleanLiteral = { kind: 'boolean', value: true };
/** `FALSE` */
export const FALSE: BooleanLiteral = { kind: 'boolean', value: false };

/** `column('a')` or, qualified, `column('a', 't')`. */
export function column(name: string, table?: string): ColumnReference {
  return table === undefined ? { kind: 'column', name } : { kind: 'column', name, table };
}

/** `left operator right` */
export function binary(left: Expression, operator: BinaryOperator, right: Expression): Binary {
  return { kind: 'binary', operator, left, right };
}

/** `left = right` */
export const equal = (left: Expression, right: Expression): Binary => binary(left, '=', right);

/** The conjunction of all of them; TRUE when there is none. */
export function and(...conditions: readonly Expression[]): Expression {
  if (conditions.length === 0) return TRUE;
  return conditions.reduce((left, right) => binary(left, 'AND', right));
}

/** The disjunction of all of them; FALSE when there is none. */
export function or(...conditions: readonly Expression[]): Expression {
  if (conditions.length === 0) return FALSE;
  return conditions.reduce((left, right) => binary(left, 'OR', right));
}

/** `NOT operand` */
export function not(operand: Expression): Unary {
  return { kind: 'unary', operator: 'NOT', operand };
}

/** `condition IS TRUE`, which is never NULL. */
export const isTrue = (condition: Expression): Binary => binary(condition, 'IS', TRUE);
/** `condition IS FALSE`, which is never NULL. */
export const isFalse = (condition: Expression): Binary => binary(condition, 'IS', FALSE);

/** `operand ISNULL` */
export function isNull(operand: Expression): NullTest {
  return { kind: 'nullTest', form: 'ISNULL', operand };
}

/** `operand NOTNULL` */
export function isNotNull(operand: Expression): NullTest {
  return { kind: 'nullTest', form: 'NOTNULL', operand };
}

/** `operand [NOT] IN (list)` */
export function inList(operand: Expression, list: readonly Expression[], negated = false): InList {
  return { kind: 'inList', operand, list: [...list], negated };
}

/** `CAST(operand AS type)` */
export function cast(operand: Expression, type: string): Cast {
  return { kind: 'cast', operand, type };
}

/** `operand COLLATE collation` */
export function collate(operand: Expression, collation: Collation): Collate {
  return { kind: 'collate', operand, collation };
}

/** `(a, b, …)`, a row value. */
export function row(...items: readonly Expression[]): RowValue {
  return { kind: 'row', items: [...items] };
}

/** `EXISTS (select)` */
export function exists(select: Select): Exists {
  return { kind: 'exists', select, negated: false };
}

/** `(select)`, a value: that of the first row, NULL if there is none. */
export function scalar(select: Select): ScalarSubquery {
  return { kind: 'scalar', select };
}

/** A call of a function: scalar, or an aggregate. */
export function call(name: string, ...given: readonly Expression[]): Call {
  return { kind: 'call', name, arguments: [...given] };
}

/** `count(*)` */
export const countAll: Call = { kind: 'call', name: 'count', arguments: '*' };
