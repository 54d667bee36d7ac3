// Compares rows only as far as SQL determines them: as a list, as a bag, or as a list of ties.

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
