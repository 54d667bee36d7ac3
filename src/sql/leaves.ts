// The leaves of syntax trees, derived from the grammar: names with what they name, values of the database, references to draws.

import {
  changed,
  type Fields,
  type HeldLeaf,
  type Leaf,
  type Place,
  placesFor,
  slotsOf,
} from './grammar/slots.ts';
import type { Namespace, Sort, Sorts } from './grammar.ts';

const PLACES: Readonly<Record<string, ReturnType<typeof placesFor>>> = { name: placesFor('name') };

/** The tree with other names; the very same object if none is another. */
export function mapNames<S extends Sort>(
  sort: S,
  tree: Sorts[S],
  change: (name: string, of: Namespace) => string,
): Sorts[S] {
  return mapLeaves('name', sort, tree, (value, { of }) => change(value as string, of));
}

function mapLeaves<L extends Leaf, T>(
  leaf: L,
  sort: Sort,
  tree: T,
  change: (value: unknown, held: HeldLeaf<L>) => unknown,
): T {
  const node = (fields: Fields, place: Place): Fields => changed(fields, slotsOf(place, fields), changes);
  const changes = { node, leaf: change as (value: unknown, held: HeldLeaf) => unknown };
  return node(tree as Fields, PLACES[leaf].get(sort)!) as T;
}
