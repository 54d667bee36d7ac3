// Conditions as checks of a plan.

import { invariant } from '../errors.ts';
import type { Check } from '../plan/index.ts';
import {
  all,
  any,
  atMost,
  equal,
  type InteractionTools,
  less,
  type NumberLike,
  not,
  type RowHandle,
  type RowsHandle,
  sameBag,
  sameList,
  subsetOf,
  sum,
  type TableHandle,
} from '../property/index.ts';
import type { ColumnReference } from '../sql/ast.ts';
import type { Instance } from './instance.ts';
import type { Operator, Term } from './syntax.ts';
import { partHandle, type Value } from './values.ts';

/** `tools` are those of the connection that looks at tables. */
export function checkOf(term: Term, instance: Instance, tools: InteractionTools): Check {
  const check = (part: Term) => checkOf(part, instance, tools);
  if (term.is === 'not') return not(check(term.operand));
  invariant(term.is === 'binary', 'a condition compares');
  const { operator, left, right } = term;
  if (operator === 'and') return all(check(left), check(right));
  if (operator === 'or') return any(check(left), check(right));
  if (operator === 'in' || operator === 'not in') {
    const rows = rowsOf(right, instance, tools)!;
    const some = rowsOf(left, instance, tools);
    const isIn =
      some === undefined ? rows.contains(single(rowHandles(left, instance))) : subsetOf(some, rows);
    return operator === 'in' ? isIn : not(isIn);
  }
  const same = identical(left, right, instance);
  if (same !== undefined) return equal(1, same === (operator === '==') ? 1 : 0);
  const rows = rowsOf(left, instance, tools);
  if (rows === undefined)
    return compare(operator, numberOf(left, instance, tools), numberOf(right, instance, tools));
  const others = rowsOf(right, instance, tools)!;
  if (operator === '===') return sameList(rows, others);
  return operator === '==' ? sameBag(rows, others) : not(sameBag(rows, others));
}

function compare(operator: Operator, left: NumberLike, right: NumberLike): Check {
  switch (operator) {
    case '==':
      return equal(left, right);
    case '!=':
      return not(equal(left, right));
    case '<':
      return less(left, right);
    case '>':
      return less(right, left);
    case '<=':
      return atMost(left, right);
    default:
      return atMost(right, left);
  }
}

/** Whether two tables or two columns are the same; undefined for other things. */
function identical(left: Term, right: Term, instance: Instance): boolean | undefined {
  const [a, b] = [left, right].map((term) => (term.is === 'name' ? instance.value(term.name) : undefined));
  if (a?.is === 'table' && b?.is === 'table') return a.handle.name === b.handle.name;
  if (a?.is === 'column' && b?.is === 'column')
    return a.column.name === b.column.name && a.table.handle.name === b.table.handle.name;
  return undefined;
}

function numberOf(term: Term, instance: Instance, tools: InteractionTools): NumberLike {
  if (term.is === 'value') return Number(term.value);
  if (term.is === 'binary')
    return sum(numberOf(term.left, instance, tools), numberOf(term.right, instance, tools));
  if (term.is === 'name') {
    const value = instance.value(term.name);
    invariant(value.is === 'number', 'the checker has seen a number');
    return value.number;
  }
  invariant(term.is === 'call', 'the checker has seen a number');
  const { of, method, given } = term;
  if (of.is === 'field') return lengthOfList(of.of, of.field, instance);
  if (of.is === 'call') return widthOf(of.of, instance);
  const rows = rowsOf(of, instance, tools)!;
  if (method === 'length') return rows.length;
  const [only] = given;
  invariant(only.is === 'value', 'the checker has seen a value');
  return rows.count(only.value);
}

/** How many columns a query has. */
function widthOf(term: Term, instance: Instance): number {
  const value = instance.value(term.is === 'name' ? term.name : '');
  invariant(value.is === 'query' && value.width !== undefined, 'the checker has seen a query with a width');
  return value.width;
}

function lengthOfList(of: string, field: string, instance: Instance): number {
  const { db } = instance.tools;
  if (of === 'db') return field === 'tables' ? db.tables.length : db.readable.length;
  const { columns, view } = instance.table(of);
  return field === 'columns' ? columns.length : field === 'rows' ? view.rowCount : view.indexes.length;
}

/** Undefined for what is no rows. */
function rowsOf(term: Term, instance: Instance, tools: InteractionTools): RowsHandle | undefined {
  if (term.is !== 'name') return undefined;
  const value = instance.value(term.name);
  if (value.is === 'result') return value.rows;
  return value.is === 'table' ? tools.tableOf(value.handle) : undefined;
}

function rowHandles(term: Term, instance: Instance): RowHandle[] {
  if (term.is === 'tuple') return term.parts.flatMap((part) => rowHandles(part, instance));
  if (term.is === 'field') {
    const row = instance.value(term.of);
    invariant(row.is === 'row', 'the checker has seen a row');
    return [partHandle({ row, column: columnOf(row.handle.table, term.field, instance) })];
  }
  invariant(term.is === 'name', 'the checker has seen a row');
  return handlesIn(instance.value(term.name));
}

function single(rows: RowHandle[]): RowHandle | RowHandle[] {
  return rows.length === 1 ? rows[0] : rows;
}

function handlesIn(value: Value): RowHandle[] {
  if (value.is === 'row') return [value.handle];
  if (value.is === 'part') return [partHandle(value)];
  invariant(value.is === 'tuple', 'the checker has seen a row');
  return value.parts.flatMap(handlesIn);
}

/** The column of a name of the notation, or of a table that the property created. */
export function columnOf(table: TableHandle, name: string, instance: Instance): ColumnReference {
  const value = instance.find(name);
  if (value?.is === 'column') return value.column;
  return { kind: 'column', name, ...(table.alias !== undefined && { table: table.alias }) };
}
