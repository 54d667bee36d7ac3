// The leaves of syntax trees, derived from the grammar: names with what they name, values of the database, references to draws.

import type { BodyReference, DrawReference, RowReference } from './ast.ts';
import {
  changed,
  type Fields,
  type HeldLeaf,
  type Holder,
  type Leaf,
  type Place,
  placesFor,
  type Slot,
  slotsOf,
} from './grammar/slots.ts';
import type { Drawn, Namespace, Sort, Sorts } from './grammar.ts';
import type { SqlValue } from './value.ts';

const PLACES = { name: placesFor('name'), value: placesFor('value'), draw: placesFor('draw') };

/** Every name in the order in which the tree says it. */
export function visitNames<S extends Sort>(
  sort: S,
  tree: Sorts[S],
  visit: (name: string, of: Namespace) => void,
): void {
  visitLeaves('name', sort, tree, (value, { of }) => visit(value as string, of));
}

/** Every reference to a draw, with what its place needs. */
export function visitDraws<S extends Sort>(
  sort: S,
  tree: Sorts[S],
  visit: (reference: DrawReference | BodyReference | RowReference, of: Drawn) => void,
): void {
  visitLeaves('draw', sort, tree, (_, { of }, around) => visit(around as unknown as RowReference, of));
}

/** The tree with other names; the very same object if none is another. */
export function mapNames<S extends Sort>(
  sort: S,
  tree: Sorts[S],
  change: (name: string, of: Namespace) => string,
): Sorts[S] {
  return mapLeaves('name', sort, tree, (value, { of }) => change(value as string, of));
}

/** The tree with other values; the very same object if none is another. */
export function mapValues<S extends Sort>(
  sort: S,
  tree: Sorts[S],
  change: (value: SqlValue) => SqlValue,
): Sorts[S] {
  return mapLeaves('value', sort, tree, (value) => change(value as SqlValue));
}

function visitLeaves<L extends Leaf>(
  leaf: L,
  sort: Sort,
  tree: unknown,
  visit: (value: unknown, held: HeldLeaf<L>, around: Fields) => void,
): void {
  const below = (fields: Fields, slots: readonly Slot[]): void => {
    for (const { key, holder } of slots) if (fields[key] !== undefined) within(fields[key], holder, fields);
  };
  const within = (value: unknown, holder: Holder, around: Fields): void => {
    switch (holder.holds) {
      case 'node':
        below(value as Fields, slotsOf(holder.place, value as Fields));
        break;
      case 'list':
        if (Array.isArray(value)) for (const item of value) within(item, holder.of, around);
        else if (holder.or !== undefined) within(value, holder.or, around);
        break;
      case 'leaf':
        visit(value, holder.leaf as HeldLeaf<L>, around);
    }
  };
  below(tree as Fields, slotsOf(PLACES[leaf].get(sort)!, tree as Fields));
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
