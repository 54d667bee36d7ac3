// The shape that a syntax tree from a file must have, derived from the grammar. Values are still encoded.

import {
  count,
  either,
  type Fields,
  flag,
  kinds,
  lazy,
  listOf,
  object,
  oneOf,
  type Shape,
  text,
} from '../json/index.ts';
import { encodedValue } from './codec.ts';
import { type Entry, hasKinds, kindsOfSort } from './grammar/entries.ts';
import type { Held, Sort } from './grammar.ts';

const made = new Map<string, Shape>();

/** All of a sort, or only some kinds of it. */
export function shapeOf(sort: Sort, only?: readonly string[]): Shape {
  const name = `${sort} ${only ?? ''}`;
  let shape = made.get(name);
  if (shape === undefined) made.set(name, (shape = shapeFor(sort, only)));
  return shape;
}

function shapeFor(sort: Sort, only: readonly string[] | undefined): Shape {
  const variants = [...kindsOfSort(sort)].filter(([kind]) => only?.includes(kind) ?? true);
  const fields = variants.map(([kind, entries]) => [kind, fieldsOf(entries)] as const);
  return hasKinds(sort) ? kinds('kind', Object.fromEntries(fields)) : object(...fields[0][1]);
}

function fieldsOf(entries: readonly Entry[]): readonly [Fields, Fields] {
  const shapes = (isOptional: boolean) =>
    Object.fromEntries(
      entries
        .filter((entry) => entry.isOptional === isOptional)
        .map(({ key, held }) => [key, shapeOfHeld(held)]),
    );
  return [shapes(false), shapes(true)];
}

function shapeOfHeld(held: Held): Shape {
  switch (held.holds) {
    case 'node':
      return lazy(() => shapeOf(held.sort, held.kinds));
    case 'list': {
      const list = listOf(shapeOfHeld(held.of), held.least);
      return held.or === undefined ? list : either(Array.isArray, list, shapeOfHeld(held.or));
    }
    case 'keyword':
      return oneOf(...held.words);
    case 'flag':
      return flag;
    case 'value':
      return encodedValue;
    case 'number':
      return count;
    case 'name':
    case 'draw':
    case 'text':
      return text;
  }
}
