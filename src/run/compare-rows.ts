// Compares rows only as far as SQL determines them: as a list, as a bag, or as a list of ties; and as far as it matters.

import type { RowOrder } from '../dialect/index.ts';
import { sameBag, sameList } from '../plan/index.ts';
import type { Row } from '../sql/index.ts';

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

/** Are they the same rows, in any order, if 0.0 and -0.0 are one? */
export function sameBagButForZeros(expected: readonly Row[], actual: readonly Row[]): boolean {
  return sameBag(expected, actual) || sameBag(expected.map(unsignedZeros), actual.map(unsignedZeros));
}

function unsignedZeros(row: Row): Row {
  return row.map((value) => (value === 0 ? 0 : value));
}
