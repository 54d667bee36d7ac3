// Whether two syntax trees say the same.

import { entriesOf } from './grammar/entries.ts';
import type { Held, Sort, Sorts } from './grammar.ts';
import { type SqlValue, sameValue } from './value.ts';

export function sameTree<S extends Sort>(sort: S, left: Sorts[S], right: Sorts[S]): boolean {
  const [a, b] = [left, right] as unknown as Readonly<Record<string, unknown>>[];
  return (
    a.kind === b.kind && entriesOf(sort, left).every(({ key, held }) => isSameHeld(held, a[key], b[key]))
  );
}

function isSameHeld(held: Held, a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  switch (held.holds) {
    case 'node':
      return sameTree(held.sort, a as Sorts[Sort], b as Sorts[Sort]);
    case 'list':
      if (Array.isArray(a) && Array.isArray(b))
        return a.length === b.length && a.every((item, i) => isSameHeld(held.of, item, b[i]));
      return Array.isArray(a) === Array.isArray(b) && held.or !== undefined && isSameHeld(held.or, a, b);
    case 'value':
      return sameValue(a as SqlValue, b as SqlValue);
    default:
      return a === b;
  }
}
