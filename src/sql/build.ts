// Builders of nodes: plain functions that return plain data. It is not frozen: that takes time, and makes two shapes of
// each kind of node, where code is fast that meets one.

import type {
  Binary,
  BinaryOperator,
  BooleanLiteral,
  Call,
  Cast,
  Collate,
  Collation,
  ColumnReference,
  Expression,
  InList,
  Literal,
  NullTest,
  RowValue,
  Unary,
} from './ast.ts';
import type { SqlValue } from './value.ts';

export function literal(value: SqlValue): Literal {
  return { kind: 'literal', value };
}

export const integer = (value: bigint | number): Literal => literal(BigInt(value));
export const real = (value: number): Literal => literal(value);
export const text = (value: string): Literal => literal(value);
export const blob = (value: Uint8Array): Literal => literal(value);
export const NULL: Literal = literal(null);
export const TRUE: BooleanLiteral = { kind: 'boolean', value: true };
export const FALSE: BooleanLiteral = { kind: 'boolean', value: false };

/** `column('a')` or, qualified, `column('a', 't')`. */
export function column(name: string, table?: string): ColumnReference {
  return table === undefined ? { kind: 'column', name } : { kind: 'column', name, table };
}

export function binary(left: Expression, operator: BinaryOperator, right: Expression): Binary {
  return { kind: 'binary', operator, left, right };
}

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

export function not(operand: Expression): Unary {
  return { kind: 'unary', operator: 'NOT', operand };
}

export const isTrue = (condition: Expression): Binary => binary(condition, 'IS', TRUE);
export const isFalse = (condition: Expression): Binary => binary(condition, 'IS', FALSE);

export function isNull(operand: Expression): NullTest {
  return { kind: 'nullTest', form: 'ISNULL', operand };
}

export function isNotNull(operand: Expression): NullTest {
  return { kind: 'nullTest', form: 'NOTNULL', operand };
}

export function inList(operand: Expression, list: readonly Expression[], negated = false): InList {
  return { kind: 'inList', operand, list: [...list], negated };
}

export function cast(operand: Expression, type: string): Cast {
  return { kind: 'cast', operand, type };
}

export function collate(operand: Expression, collation: Collation): Collate {
  return { kind: 'collate', operand, collation };
}

export function row(...items: readonly Expression[]): RowValue {
  return { kind: 'row', items: [...items] };
}

export function call(name: string, ...given: readonly Expression[]): Call {
  return { kind: 'call', name, arguments: [...given] };
}

export const countAll: Call = { kind: 'call', name: 'count', arguments: '*' };
