// How large what a text draws may become: a name that stands twice in each of thirty lines would fill the memory, and generators that call
// others twice would never come to an end.

import { DirtError } from '../errors.ts';
import { isDeeper } from '../json/index.ts';

/** Far more than a statement that anybody could read. */
const MOST_NODES = 20_000;
const MOST_LEVELS = 300;
const MOST_CALLS = 1_000;

/** Counts the calls of generators in one instance of a property. */
export class Calls {
  #count = 0;

  add(place: () => string): void {
    if (++this.#count > MOST_CALLS)
      throw tooLarge(place, `generators are called more than ${MOST_CALLS} times`);
  }
}

/** Where it stands is asked only if that is to be said. */
export function refuseLarge(tree: object, place: () => string): void {
  if (hasMoreNodes(tree, MOST_NODES))
    throw tooLarge(place, `what is drawn has more than ${MOST_NODES} parts`);
  if (isDeeper(tree, MOST_LEVELS))
    throw tooLarge(place, `what is drawn is nested deeper than ${MOST_LEVELS} levels`);
}

function tooLarge(place: () => string, problem: string): DirtError {
  return new DirtError('DIRT_NOTATION', `${place()}: ${problem}`, 'draw something smaller');
}

/** What stands in a tree several times is counted as often. */
function hasMoreNodes(tree: object, most: number): boolean {
  const waiting: unknown[] = [tree];
  for (let count = 0; waiting.length > 0; count++) {
    if (count > most) return true;
    const node = waiting.pop();
    if (typeof node === 'object' && node !== null && !(node instanceof Uint8Array))
      waiting.push(...Object.values(node));
  }
  return false;
}
