// The builders of checks. They make data; a check is decided when the plan runs.

import {
  type Check,
  type NamedCheck,
  type NumberTerm,
  type RowsTerm,
  type RowTerm,
  registerCheck,
  type StepId,
} from '../plan/index.ts';
import type { SqlValue } from '../sql/index.ts';
import type { TableHandle } from './table-handle.ts';

/** A row that a property can talk about: as drawn, or as an INSERT stored it. */
export interface RowHandle {
  readonly kind: 'rowHandle';
  readonly row: RowTerm;
  /** The table that it belongs to. */
  readonly table: TableHandle;
}

/** What a statement will return, once the plan runs. There are no rows in it yet. */
export interface RowsHandle {
  readonly kind: 'rowsHandle';
  readonly rows: RowsTerm;
  /** How many rows there are. */
  readonly length: NumberTerm;
  /** How many rows have exactly this value in their first column. */
  count(value: SqlValue): NumberTerm;
  /** Is the row, or several rows joined into one, among them? */
  contains(row: RowHandle | readonly RowHandle[]): Check;
}

export function rowsHandle(step: StepId): RowsHandle {
  return handleOf({ term: 'rows', step });
}

/** The contents of a table by the model, at the moment of the check, as a connection sees them. */
export function tableOf(table: TableHandle, on = 0): RowsHandle {
  return handleOf(on === 0 ? { term: 'table', table: table.name } : { term: 'table', table: table.name, on });
}

function handleOf(rows: RowsTerm): RowsHandle {
  return {
    kind: 'rowsHandle',
    rows,
    length: { number: 'length', of: rows },
    count: (value) => ({ number: 'count', of: rows, value }),
    contains: (row) => ({ check: 'contains', rows, row: rowTerm(row) }),
  };
}

function rowTerm(row: RowHandle | readonly RowHandle[]): RowTerm {
  return 'kind' in row ? row.row : { row: 'joined', parts: row.map((part) => part.row) };
}

/** The table holds the row, by the model: a condition for `meanwhile({ keep })`. */
export function contains(table: TableHandle, row: RowHandle): Check {
  return tableOf(table).contains(row);
}

/** What numbers are compared in a check: terms over handles, or constants. */
export type NumberLike = NumberTerm | number;

function numberTerm(term: NumberLike): NumberTerm {
  return typeof term === 'number' ? { number: 'constant', constant: term } : term;
}

/** Two numbers are equal. */
export function equal(left: NumberLike, right: NumberLike): Check {
  return { check: 'equal', left: numberTerm(left), right: numberTerm(right) };
}

/** The first number is less than the second. */
export function less(left: NumberLike, right: NumberLike): Check {
  return { check: 'less', left: numberTerm(left), right: numberTerm(right) };
}

/** The first number is not greater than the second. */
export function atMost(left: NumberLike, right: NumberLike): Check {
  return { check: 'atMost', left: numberTerm(left), right: numberTerm(right) };
}

/** The sum of numbers, to be compared. */
export function sum(...terms: readonly NumberLike[]): NumberTerm {
  return { number: 'sum', of: terms.map(numberTerm) };
}

/** The same rows, each as often, in any order. */
export function sameBag(left: RowsHandle, right: RowsHandle): Check {
  return { check: 'sameBag', left: left.rows, right: right.rows };
}

/** The same rows in the same order. */
export function sameList(left: RowsHandle, right: RowsHandle): Check {
  return { check: 'sameList', left: left.rows, right: right.rows };
}

/** Each row of the first is in the second, at least as often. */
export function subsetOf(left: RowsHandle, right: RowsHandle): Check {
  return { check: 'subsetOf', left: left.rows, right: right.rows };
}

/** There are no rows. */
export function isEmpty(rows: RowsHandle): Check {
  return { check: 'isEmpty', rows: rows.rows };
}

/** A statement that ran twice cost at most so many times as much later as before, on engines that count it. */
export function costsAtMost(times: number, before: RowsHandle, later: RowsHandle): Check {
  return { check: 'costsAtMost', times, before: before.rows, later: later.rows };
}

/** The check does not hold. */
export function not(operand: Check): Check {
  return { check: 'not', operand };
}

/** All of the checks hold. */
export function all(...operands: readonly Check[]): Check {
  return { check: 'and', operands };
}

/** At least one of the checks holds. */
export function any(...operands: readonly Check[]): Check {
  return { check: 'or', operands };
}

/** A check that the other builders cannot express. The plan stores its name, so a process that replays the plan must define it too. */
export function defineCheck(name: string, check: NamedCheck): (...rows: readonly RowsHandle[]) => Check {
  registerCheck(name, check);
  return (...rows) => ({ check: 'named', name, arguments: rows.map((handle) => handle.rows) });
}
