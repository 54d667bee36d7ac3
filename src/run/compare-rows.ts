// Compares rows only as far as SQL determines them: as a list, as a bag, or as a list of ties; and as far as it matters.

import type { RowOrder } from '../dialect/index.ts';
import { sameBag, sameList } from '../plan/index.ts';
import { type Row, sameRow } from '../sql/index.ts';

/** Are these rows what was expected, in an order that is allowed? */
export function agree(expected: readonly Row[], order: RowOrder, actual: readonly Row[]): boolean {
  if (order === 'bag') return sameBag(expected, actual);
  if (order === 'list') return sameList(expected, actual);
  if (expected.length !== actual.length) return false;
  let start = 0;
  for (const size of order) {
    const end = start + size;
    if (!sameBag(expected.slice(start, end), actual.slice(start, end))) return false;
    start = end;
  }
  return true;
}

/** Can these be the first of the rows that are expected, in an order that is allowed? */
export function agreeSoFar(expected: readonly Row[], order: RowOrder, actual: readonly Row[]): boolean {
  if (order === 'list') return sameList(expected.slice(0, actual.length), actual);
  if (order === 'bag') return isPartOf(actual, expected);
  let start = 0;
  for (const size of order) {
    if (actual.length <= start) return true;
    const end = start + size;
    if (!isPartOf(actual.slice(start, end), expected.slice(start, end))) return false;
    start = end;
  }
  return actual.length <= start;
}

/** Each row as often as it is there, at most. */
function isPartOf(part: readonly Row[], rows: readonly Row[]): boolean {
  const left = [...rows];
  return part.every((row) => {
    const at = left.findIndex((each) => sameRow(row, each));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Are they the same rows, in any order, if 0.0 and -0.0 are one? */
export function sameBagButForZeros(expected: readonly Row[], actual: readonly Row[]): boolean {
  return sameBag(expected, actual) || sameBag(expected.map(unsignedZeros), actual.map(unsignedZeros));
}

function unsignedZeros(row: Row): Row {
  return row.map((value) => (value === 0 ? 0 : value));
}
