// An immutable ordered map: a weight-balanced tree whose versions share structure, so that a snapshot is a
// reference. Every operation is O(log n); `at` finds by position. The empty map is `undefined`; the order is
// the caller's comparison, which must be the same for all operations on one map.

export interface Node<K, V> {
  readonly key: K;
  readonly value: V;
  readonly size: number;
  readonly left: PersistentMap<K, V>;
  readonly right: PersistentMap<K, V>;
}

export type PersistentMap<K, V> = Node<K, V> | undefined;

export type Compare<K> = (a: K, b: K) => number;

export function sizeOf<K, V>(map: PersistentMap<K, V>): number {
  return map === undefined ? 0 : map.size;
}

export function find<K, V>(map: PersistentMap<K, V>, key: K, compare: Compare<K>): V | undefined {
  let node = map;
  while (node !== undefined) {
    const direction = compare(key, node.key);
    if (direction === 0) return node.value;
    node = direction < 0 ? node.left : node.right;
  }
  return undefined;
}

export function put<K, V>(map: PersistentMap<K, V>, key: K, value: V, compare: Compare<K>): Node<K, V> {
  if (map === undefined) return { key, value, size: 1, left: undefined, right: undefined };
  const direction = compare(key, map.key);
  if (direction === 0) return { key, value, size: map.size, left: map.left, right: map.right };
  if (direction < 0) return balanced(map.key, map.value, put(map.left, key, value, compare), map.right);
  return balanced(map.key, map.value, map.left, put(map.right, key, value, compare));
}

/** Without the key; the same map if it does not hold it. */
export function remove<K, V>(map: PersistentMap<K, V>, key: K, compare: Compare<K>): PersistentMap<K, V> {
  if (map === undefined) return undefined;
  const direction = compare(key, map.key);
  if (direction < 0) {
    const left = remove(map.left, key, compare);
    return left === map.left ? map : balanced(map.key, map.value, left, map.right);
  }
  if (direction > 0) {
    const right = remove(map.right, key, compare);
    return right === map.right ? map : balanced(map.key, map.value, map.left, right);
  }
  if (map.left === undefined) return map.right;
  if (map.right === undefined) return map.left;
  const next = first(map.right)!;
  return balanced(next.key, next.value, map.left, withoutFirst(map.right));
}

function first<K, V>(map: PersistentMap<K, V>): PersistentMap<K, V> {
  let node = map;
  while (node?.left !== undefined) node = node.left;
  return node;
}

export function last<K, V>(map: PersistentMap<K, V>): PersistentMap<K, V> {
  let node = map;
  while (node?.right !== undefined) node = node.right;
  return node;
}

/** The entry at a position, counted from 0 in key order. */
export function at<K, V>(map: PersistentMap<K, V>, position: number): PersistentMap<K, V> {
  let node = map;
  let rest = position;
  while (node !== undefined) {
    const before = sizeOf(node.left);
    if (rest === before) return node;
    if (rest < before) node = node.left;
    else {
      rest -= before + 1;
      node = node.right;
    }
  }
  return undefined;
}

/** All values in key order. */
export function valuesOf<K, V>(map: PersistentMap<K, V>): V[] {
  const values: V[] = [];
  collectValues(map, values);
  return values;
}

export function entriesOf<K, V>(map: PersistentMap<K, V>): [K, V][] {
  const entries: [K, V][] = [];
  collectEntries(map, entries);
  return entries;
}

/** Builds a map from entries that are already in strictly ascending order. */
export function fromSorted<K, V>(
  entries: readonly (readonly [K, V])[],
  start = 0,
  end = entries.length,
): PersistentMap<K, V> {
  if (start >= end) return undefined;
  const middle = (start + end) >>> 1;
  const [key, value] = entries[middle];
  return node(key, value, fromSorted(entries, start, middle), fromSorted(entries, middle + 1, end));
}

function collectValues<K, V>(map: PersistentMap<K, V>, into: V[]): void {
  if (map === undefined) return;
  collectValues(map.left, into);
  into.push(map.value);
  collectValues(map.right, into);
}

function collectEntries<K, V>(map: PersistentMap<K, V>, into: [K, V][]): void {
  if (map === undefined) return;
  collectEntries(map.left, into);
  into.push([map.key, map.value]);
  collectEntries(map.right, into);
}

function withoutFirst<K, V>(map: Node<K, V>): PersistentMap<K, V> {
  if (map.left === undefined) return map.right;
  return balanced(map.key, map.value, withoutFirst(map.left), map.right);
}

function node<K, V>(key: K, value: V, left: PersistentMap<K, V>, right: PersistentMap<K, V>): Node<K, V> {
  return { key, value, size: sizeOf(left) + sizeOf(right) + 1, left, right };
}

/** A node above its neighbours on both sides, between which its own sides are shared out. */
function lifted<K, V>(
  middle: Node<K, V>,
  leftKey: K,
  leftValue: V,
  leftmost: PersistentMap<K, V>,
  rightKey: K,
  rightValue: V,
  rightmost: PersistentMap<K, V>,
): Node<K, V> {
  return node(
    middle.key,
    middle.value,
    node(leftKey, leftValue, leftmost, middle.left),
    node(rightKey, rightValue, middle.right, rightmost),
  );
}

/** A side may be at most this many times as heavy as the other; with RATIO it decides between one rotation and two. */
const DELTA = 3;
const RATIO = 2;

function balanced<K, V>(key: K, value: V, left: PersistentMap<K, V>, right: PersistentMap<K, V>): Node<K, V> {
  const leftSize = sizeOf(left);
  const rightSize = sizeOf(right);
  if (leftSize + rightSize >= 2) {
    if (rightSize > DELTA * leftSize) {
      const { left: inner, right: outer, key: k, value: v } = right!;
      if (sizeOf(inner) < RATIO * sizeOf(outer)) return node(k, v, node(key, value, left, inner), outer);
      return lifted(inner!, key, value, left, k, v, outer);
    }
    if (leftSize > DELTA * rightSize) {
      const { left: outer, right: inner, key: k, value: v } = left!;
      if (sizeOf(inner) < RATIO * sizeOf(outer)) return node(k, v, outer, node(key, value, inner, right));
      return lifted(inner!, k, v, outer, key, value, right);
    }
  }
  return { key, value, size: leftSize + rightSize + 1, left, right };
}
