// ORDER BY and LIMIT over finished rows: sorting, the groups of rows that tie, and whether LIMIT cuts among them.

import type { Collation } from '../../../../sql/ast.ts';
import { type Row, type SqlValue, sameRow } from '../../../../sql/index.ts';
import type { RowOrder } from '../../../prediction.ts';
import { compareValues } from '../../evaluate/compare.ts';

export interface SortKey {
  readonly collation: Collation;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Rows of a query, with the sizes of the consecutive groups within which SQL does not determine the order. */
export interface Ordered {
  readonly rows: readonly Row[];
  readonly ties: readonly number[];
}

export function sortRows(rows: readonly Row[], values: readonly Row[], keys: readonly SortKey[]): Ordered {
  const order = rows.map((_, i) => i);
  const compare = (a: number, b: number) => compareBy(values[a], values[b], keys);
  order.sort(compare);
  const ties: number[] = [];
  for (let i = 0; i < order.length; i++) {
    if (i > 0 && compare(order[i - 1], order[i]) === 0) ties[ties.length - 1]++;
    else ties.push(1);
  }
  return { rows: order.map((i) => rows[i]), ties };
}

/** Rows without an ORDER BY: any order. */
export function unordered(rows: readonly Row[]): Ordered {
  return { rows, ties: rows.length === 0 ? [] : [rows.length] };
}

function compareBy(a: Row, b: Row, keys: readonly SortKey[]): number {
  for (let i = 0; i < keys.length; i++) {
    const result = compareKey(a[i], b[i], keys[i]);
    if (result !== 0) return result;
  }
  return 0;
}

function compareKey(a: SqlValue, b: SqlValue, key: SortKey): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === key.nullsFirst ? -1 : 1;
  }
  const result = compareValues(a, b, key.collation);
  return key.descending ? -result : result;
}

/** Applies LIMIT and OFFSET. `undetermined` when a border falls among rows that tie but differ. */
export function limitRows(
  { rows, ties }: Ordered,
  offset: number,
  limit: number,
): { readonly ordered: Ordered; readonly undetermined: boolean } {
  const end = Math.min(rows.length, offset + limit);
  const kept: number[] = [];
  let undetermined = false;
  let start = 0;
  for (const size of ties) {
    const from = Math.max(start, offset);
    const to = Math.min(start + size, end);
    if (from < to) {
      kept.push(to - from);
      if (to - from < size && !allSame(rows, start, start + size)) undetermined = true;
    }
    start += size;
  }
  return { ordered: { rows: offset >= end ? [] : rows.slice(offset, end), ties: kept }, undetermined };
}

export function orderOf({ rows, ties }: Ordered): RowOrder {
  if (ties.length === rows.length) return 'list';
  return ties.length <= 1 ? 'bag' : ties;
}

function allSame(rows: readonly Row[], from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (!sameRow(rows[from], rows[i])) return false;
  return true;
}
