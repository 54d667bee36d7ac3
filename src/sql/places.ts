// Every place of a syntax tree with the way to it, parts of nodes included, for code that changes a tree place by place.

import { type Entry, entriesOf } from './grammar/entries.ts';
import type { Held, Sort, Sorts } from './grammar.ts';

export type Path = readonly (string | number)[];

/** What stands somewhere in a tree. */
export type Place = {
  readonly [S in Sort]: { readonly sort: S; readonly path: Path; readonly part: Sorts[S] };
}[Sort];

/** A field of a part that is there. */
export interface Given extends Entry {
  readonly value: unknown;
}

/** The fields that are there, in the order of the grammar. */
export function givenIn({ sort, part }: Pick<Place, 'sort' | 'part'>): Given[] {
  const fields = part as Readonly<Record<string, unknown>>;
  return entriesOf(sort, part).flatMap((entry) => {
    const value = fields[entry.key];
    return value === undefined ? [] : [{ ...entry, value }];
  });
}

/** Outer places first. */
export function* placesIn<S extends Sort>(sort: S, part: Sorts[S], path: Path): Generator<Place> {
  const place = { sort, path, part } as unknown as Place;
  yield place;
  for (const { key, held, value } of givenIn(place)) yield* placesHeld(held, value, [...path, key]);
}

function* placesHeld(held: Held, value: unknown, path: Path): Generator<Place> {
  if (held.holds === 'node') yield* placesIn(held.sort, value as Sorts[Sort], path);
  if (held.holds !== 'list') return;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) yield* placesHeld(held.of, value[i], [...path, i]);
  } else if (held.or !== undefined) yield* placesHeld(held.or, value, path);
}
