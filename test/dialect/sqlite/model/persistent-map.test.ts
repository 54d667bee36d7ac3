import { expect, test } from 'vitest';
import {
  at,
  entriesOf,
  find,
  fromSorted,
  type PersistentMap,
  put,
  remove,
  sizeOf,
} from '../../../../src/dialect/sqlite/model/persistent-map.ts';
import { Random } from '../../../../src/random.ts';

const compare = (a: number, b: number) => a - b;

test('a map behaves like a sorted array, whatever is put in and taken out', () => {
  const random = Random.of('persistent map');
  let map: PersistentMap<number, string>;
  const expected = new Map<number, string>();
  for (let i = 0; i < 3000; i++) {
    const key = random.below(200);
    if (random.oneIn(3)) {
      map = remove(map, key, compare);
      expected.delete(key);
    } else {
      map = put(map, key, `v${i}`, compare);
      expected.set(key, `v${i}`);
    }
  }
  const sorted = [...expected].sort(([a], [b]) => a - b);
  expect(entriesOf(map)).toEqual(sorted);
  expect(sizeOf(map)).toBe(sorted.length);
  sorted.forEach(([key, value], i) => {
    expect(at(map, i)?.key).toBe(key);
    expect(find(map, key, compare)).toBe(value);
  });
  expect(at(map, sorted.length)).toBeUndefined();
});

test('an older version keeps its contents when a newer one changes', () => {
  const old = fromSorted([1, 2, 3, 4, 5].map((key): [number, string] => [key, `v${key}`]));
  const changed = remove(put(old, 3, 'new', compare), 1, compare);
  expect(find(old, 3, compare)).toBe('v3');
  expect(find(old, 1, compare)).toBe('v1');
  expect(find(changed, 3, compare)).toBe('new');
});

test('ascending inserts leave a map of logarithmic depth', () => {
  let map: PersistentMap<number, number>;
  for (let i = 0; i < 10_000; i++) map = put(map, i, i, compare);
  const depth = (node: PersistentMap<number, number>): number =>
    node === undefined ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
  expect(depth(map)).toBeLessThan(35);
});
