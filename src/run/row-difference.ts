// How rows are wrong, in a few words without values: what failures of one cause have in common, and those of different causes
// mostly have not.

import { type Row, rowKey, type SqlValue, sameValue, storageClass } from '../sql/index.ts';

export type RowDifference =
  | 'other order'
  | 'rows missing'
  | 'rows too many'
  | 'columns permuted'
  | 'other rows'
  | ValueDifference
  | 'other values';

type ValueDifference =
  | 'sign of zero'
  | 'class of a value'
  | 'NULL for a value'
  | 'a value for NULL'
  | 'another value';

/** Where several things are wrong at once, a smaller plan may show one of them alone. */
const SEVERAL: ReadonlySet<string> = new Set<RowDifference>(['other rows', 'other values']);

/** Does the second signature tell a part of what the first tells, by the same judge? */
export function isNarrower(signature: string, part: string): boolean {
  const [prefix, how] = split(signature);
  const [otherPrefix, otherHow] = split(part);
  return prefix === otherPrefix && SEVERAL.has(how) && !SEVERAL.has(otherHow);
}

function split(signature: string): readonly [prefix: string, how: string] {
  const at = signature.lastIndexOf('/');
  return [signature.slice(0, at), signature.slice(at + 1)];
}

/** Rows are paired by how many of their values agree; beyond this many, only their number is looked at. */
const MOST_PAIRED = 100;

export function rowDifference(expected: readonly Row[], actual: readonly Row[]): RowDifference {
  const missing = without(expected, actual);
  const extra = without(actual, expected);
  if (missing.length === 0 && extra.length === 0) return 'other order';
  if (extra.length === 0) return 'rows missing';
  if (missing.length === 0) return 'rows too many';
  if (missing.length !== extra.length || missing.length > MOST_PAIRED) return 'other rows';
  return differenceOfPairs(paired(missing, extra));
}

/** The rows that stand more often in the first list than in the second. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  for (const row of others) counts.set(rowKey(row), (counts.get(rowKey(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const left = counts.get(rowKey(row)) ?? 0;
    if (left > 0) counts.set(rowKey(row), left - 1);
    return left === 0;
  });
}

type Pair = readonly [expected: Row, actual: Row];

function paired(missing: readonly Row[], extra: readonly Row[]): Pair[] {
  const left = [...extra];
  return missing.map((row) => {
    let best = 0;
    for (let i = 1; i < left.length; i++) if (agreeing(row, left[i]) > agreeing(row, left[best])) best = i;
    return [row, ...left.splice(best, 1)] as unknown as Pair;
  });
}

function agreeing(a: Row, b: Row): number {
  return a.filter((value, i) => sameValue(value, b[i])).length;
}

function differenceOfPairs(pairs: readonly Pair[]): RowDifference {
  if (pairs.some(([a, b]) => a.length !== b.length)) return 'other rows';
  const found = new Set<ValueDifference>();
  for (const [a, b] of pairs)
    for (const [i, value] of a.entries())
      if (!sameValue(value, b[i])) found.add(valueDifference(value, b[i]));
  const [only] = found;
  // Beside a zero with the wrong sign there may be one that was computed from it.
  if (only === 'sign of zero' && found.size === 1) return only;
  if (pairs.every(([a, b]) => isPermuted(a, b))) return 'columns permuted';
  return found.size === 1 ? only : 'other values';
}

function isPermuted(a: Row, b: Row): boolean {
  const sorted = (row: Row) => rowKey([...row].sort((x, y) => (rowKey([x]) < rowKey([y]) ? -1 : 1)));
  return sorted(a) === sorted(b);
}

function valueDifference(expected: SqlValue, actual: SqlValue): ValueDifference {
  if (expected === null) return 'a value for NULL';
  if (actual === null) return 'NULL for a value';
  if (expected === 0 && actual === 0) return 'sign of zero';
  const isOtherClass = storageClass(expected) !== storageClass(actual);
  return isOtherClass && saysTheSame(expected, actual) ? 'class of a value' : 'another value';
}

/** The same number or text, stored otherwise: 1 and 1.0, or 5 and '5'. */
function saysTheSame(a: SqlValue, b: SqlValue): boolean {
  const [one, other] = [spelled(a), spelled(b)];
  return one === other || (one !== '' && Number(one) === Number(other));
}

function spelled(value: SqlValue): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}
