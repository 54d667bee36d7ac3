// The grammar made ready for walks: of each kind only the fields that lead to nodes, or to the leaves that a walk is about.

import { hasKinds, kindsOfSort, sorts } from './entries.ts';
import type { Held, NodeSorts, Sort } from './field.ts';

/** Leaves that a walk may be about. */
export type Leaf = 'name' | 'value' | 'draw';
export type HeldLeaf<L extends Leaf = Leaf> = Extract<Held, { readonly holds: L }>;

/** A field that leads further. */
export interface Slot {
  readonly key: string;
  readonly holder: Holder;
  /** It can be left out. */
  readonly isDroppable: boolean;
}

export type Holder =
  | { readonly holds: 'node'; readonly place: Place }
  | {
      readonly holds: 'list';
      readonly of: Holder;
      readonly least: number;
      readonly or: Holder | undefined;
    }
  | { readonly holds: 'leaf'; readonly leaf: HeldLeaf };

export interface Place {
  readonly isNode: boolean;
  /** By kind, unless there is only one. */
  readonly kinds: Map<string, readonly Slot[]> | undefined;
  slots: readonly Slot[];
}

export type Fields = Readonly<Record<string, unknown>>;

const NODES: Readonly<Record<keyof NodeSorts, true>> = {
  expression: true,
  select: true,
  body: true,
  resultColumn: true,
  from: true,
  statement: true,
};

/** Where every sort leads to. */
export function placesFor(leaf: Leaf | undefined): ReadonlyMap<Sort, Place> {
  const places = new Map<Sort, Place>();
  for (const sort of sorts) {
    places.set(sort, { isNode: sort in NODES, kinds: hasKinds(sort) ? new Map() : undefined, slots: [] });
  }
  const leading = leadingSorts(leaf);
  const holderOf = (held: Held): Holder | undefined => {
    switch (held.holds) {
      case 'node':
        return leading.has(held.sort) ? { holds: 'node', place: places.get(held.sort)! } : undefined;
      case 'list': {
        const of = holderOf(held.of);
        return of && { holds: 'list', of, least: held.least, or: held.or && holderOf(held.or) };
      }
      default:
        return held.holds === leaf ? { holds: 'leaf', leaf: held as HeldLeaf } : undefined;
    }
  };
  for (const [sort, place] of places) {
    for (const [kind, entries] of kindsOfSort(sort)) {
      const slots = entries.flatMap(({ key, held, isDroppable }) => {
        const holder = holderOf(held);
        return holder === undefined ? [] : [{ key, holder, isDroppable }];
      });
      if (place.kinds === undefined) place.slots = slots;
      else place.kinds.set(kind, slots);
    }
  }
  return places;
}

/** The sorts in which there may be a node or such a leaf. */
function leadingSorts(leaf: Leaf | undefined): ReadonlySet<Sort> {
  const leading = new Set<Sort>(sorts.filter((sort) => sort in NODES));
  const leads = (held: Held): boolean => {
    if (held.holds === 'node') return leading.has(held.sort);
    if (held.holds === 'list') return leads(held.of) || (held.or !== undefined && leads(held.or));
    return held.holds === leaf;
  };
  for (let size = -1; size < leading.size; ) {
    size = leading.size;
    for (const sort of sorts) {
      for (const entries of kindsOfSort(sort).values())
        if (entries.some(({ held }) => leads(held))) leading.add(sort);
    }
  }
  return leading;
}

export function slotsOf(place: Place, fields: Fields): readonly Slot[] {
  return place.kinds === undefined ? place.slots : place.kinds.get(fields.kind as string)!;
}

/** What is changed of a tree. */
export interface Changes {
  readonly node: (value: Fields, place: Place) => unknown;
  readonly leaf?: (value: unknown, leaf: HeldLeaf) => unknown;
  /** Does this item of a list stay? A list that would be too short goes if it can, or else stays whole. */
  readonly keeps?: (item: unknown) => boolean;
}

/** The same with what the changes make of everything directly below; the very same object if that is nothing else. */
export function changed(fields: Fields, slots: readonly Slot[], changes: Changes): Fields {
  let copy: Record<string, unknown> | undefined;
  for (let i = 0; i < slots.length; i++) {
    const { key, holder, isDroppable } = slots[i];
    const value = fields[key];
    if (value === undefined) continue;
    const next =
      isDroppable && isTooShort(value, holder, changes) ? undefined : changedIn(value, holder, changes);
    if (next === value) continue;
    copy ??= { ...fields };
    copy[key] = next;
  }
  return copy ?? fields;
}

function changedIn(value: unknown, holder: Holder, changes: Changes): unknown {
  switch (holder.holds) {
    case 'node':
      if (holder.place.isNode) return changes.node(value as Fields, holder.place);
      return changed(value as Fields, slotsOf(holder.place, value as Fields), changes);
    case 'list':
      if (Array.isArray(value)) {
        const kept = isTooShort(value, holder, changes) ? { ...changes, keeps: undefined } : changes;
        return changedList(value, holder.of, kept);
      }
      return holder.or === undefined ? value : changedIn(value, holder.or, changes);
    case 'leaf':
      return changes.leaf === undefined ? value : changes.leaf(value, holder.leaf);
  }
}

/** Would a list become shorter than it may be? */
function isTooShort(value: unknown, holder: Holder, { keeps }: Changes): boolean {
  if (keeps === undefined || holder.holds !== 'list' || !Array.isArray(value)) return false;
  const { length } = value.filter(keeps);
  return length < value.length && length < holder.least;
}

function changedList(items: readonly unknown[], holder: Holder, changes: Changes): readonly unknown[] {
  const { keeps } = changes;
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const stays = keeps === undefined || keeps(items[i]);
    const next = stays ? changedIn(items[i], holder, changes) : undefined;
    if (stays && next === items[i] && copy === undefined) continue;
    copy ??= items.slice(0, i);
    if (stays) copy.push(next);
  }
  return copy ?? items;
}
