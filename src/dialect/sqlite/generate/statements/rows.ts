// Rows for a table: values that its types, NOT NULL and rowid allow, and that either keep out of the way of the rows
// that are there or seek a conflict with them.

import type { Random } from '../../../../random.ts';
import type { Row, SqlValue } from '../../../../sql/index.ts';
import type { Affinity, ColumnView, TableView } from '../../../view.ts';
import { affinityOfType } from '../../affinity.ts';
import type { FeatureSet } from '../../features/feature-set.ts';
import type { SourceColumn } from '../queries/source.ts';
import { blobValue, ordinaryValue, permitted, type ValueOptions, valueFor, word } from '../values/values.ts';
import type { Weights } from '../weights.ts';

export interface RowOptions {
  readonly features: FeatureSet;
  readonly weights: Weights;
  /** `avoid` (the default) keeps unique keys free of conflicts as far as it can see; `seek` repeats a stored key. */
  readonly conflict?: 'avoid' | 'seek';
  /** Characters of a long text, bytes of a long blob. */
  readonly size?: number;
  /** Rows that are inserted before it by the same statement; `avoid` keeps out of their way too. */
  readonly beside?: readonly Readonly<Record<string, SqlValue>>[];
}

/** One value per column, by the column's name; generated columns have none. */
export function row(random: Random, table: TableView, options: RowOptions): Record<string, SqlValue> {
  const seek = options.conflict === 'seek' && table.rowCount > 0 && table.knowledge === 'exact';
  const pattern = seek ? table.rowAt(random.below(table.rowCount)) : undefined;
  const keys = seek && table.uniqueKeys.length > 0 ? random.pick(table.uniqueKeys) : [];
  const fresh = seek ? [] : freshColumns(table);
  const forbidden = seek ? forbiddenValue(random, table) : undefined;
  const values: Record<string, SqlValue> = {};
  for (let position = 0; position < table.columns.length; position++) {
    const column = table.columns[position];
    if (column.generated) continue;
    const repeats = pattern !== undefined && keys.includes(column.name);
    const given = column.name === forbidden?.column ? forbidden : undefined;
    values[column.name] = given
      ? permitted(given.value, options)
      : repeats
        ? permitted(pattern[position], options)
        : fresh.includes(column.name)
          ? freshValue(random, table, column, position, options)
          : columnValue(random, table, position, options);
  }
  return values;
}

/** What a CHECK that compares a column with a value, or a NOT NULL, says that it must not be. */
function forbiddenValue(
  random: Random,
  { checks = [], columns }: TableView,
): { column: string; value: SqlValue } | undefined {
  const found: { column: string; value: SqlValue }[] = columns
    .filter(({ notNull, rowidAlias }) => notNull && !rowidAlias)
    .map(({ name }) => ({ column: name, value: null }));
  for (const check of checks) {
    if (check.kind === 'binary' && check.left.kind === 'column' && check.right.kind === 'literal')
      found.push({ column: check.left.name, value: check.right.value });
  }
  return found.length > 0 && random.oneIn(2) ? random.pick(found) : undefined;
}

/** A value that the column takes, whatever else is stored. */
export function columnValue(
  random: Random,
  table: TableView,
  position: number,
  options: ValueOptions,
): SqlValue {
  const column = table.columns[position];
  if (column.rowidAlias) return rowidValue(random, table, position);
  const notNull = options.notNull || mustHaveValue(table, column);
  const value = valueFor(random, sourceOf(table, column, position), options, notNull);
  return table.strict ? asStrict(random, value, column, options) : value;
}

/** NULL lets the engine choose; otherwise near the greatest rowid, or anywhere. */
function rowidValue(
  random: Random,
  table: TableView,
  position: number,
  beside: RowOptions['beside'] = [],
): SqlValue {
  if (random.oneIn(2)) return null;
  if (random.oneIn(4)) return BigInt(random.between(-1_000_000, 1_000_000));
  const stored = table.knowledge === 'exact' && table.rowCount > 0;
  const last = stored ? table.rowAt(table.rowCount - 1)[position] : 0n;
  if (typeof last !== 'bigint') return null;
  let greatest = last;
  for (const { [table.columns[position].name]: taken } of beside) {
    // NULL becomes the next one.
    if (taken === null) greatest++;
    else if (typeof taken === 'bigint' && taken > greatest) greatest = taken;
  }
  return greatest > HIGH_ROWID ? null : greatest + BigInt(random.between(1, 3));
}

export function mustHaveValue(table: TableView, column: ColumnView): boolean {
  return column.notNull || (column.primaryKey && table.withoutRowid);
}

function sourceOf(table: TableView, column: ColumnView, position: number): SourceColumn {
  const { name, affinity, collation } = column;
  const sample = table.knowledge === 'exact' ? table : undefined;
  return { name, affinity, collation, position, sample };
}

/** One column of each unique key: if it is fresh, the key is. */
function freshColumns(table: TableView): string[] {
  const fresh: string[] = [];
  for (const key of table.uniqueKeys) {
    if (!key.some((name) => fresh.includes(name))) fresh.push(key[key.length - 1]);
  }
  return fresh;
}

function freshValue(
  random: Random,
  table: TableView,
  column: ColumnView,
  position: number,
  options: RowOptions,
): SqlValue {
  const { beside = [] } = options;
  if (column.rowidAlias) return rowidValue(random, table, position, beside);
  if (table.knowledge === 'exact' && table.rowCount <= MOST_COMPARED) {
    const value = columnValue(random, table, position, options);
    if (value === null) return value;
    const key = looseKey(value);
    const taken = beside.some(({ [column.name]: other }) => looseKey(other) === key);
    if (!taken && !isStored(table.rows(), position, key)) return value;
  }
  return unseenValue(random, column, table.strict, options);
}

function isStored(rows: Iterable<Row>, position: number, key: string): boolean {
  for (const stored of rows) if (looseKey(stored[position]) === key) return true;
  return false;
}

/** Equal for all values that any affinity and collation might take for equal, and for some others. */
export function looseKey(value: SqlValue): string {
  if (value === null) return '';
  if (value instanceof Uint8Array) return `b${value}`;
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? `t${String(value).trimEnd().toLowerCase()}` : `n${number}`;
}

/** From a domain so large that the value is almost certainly new. */
function unseenValue(random: Random, column: ColumnView, strict: boolean, options: RowOptions): SqlValue {
  const affinity = strict ? strictAffinity(column) : column.affinity;
  switch (affinity) {
    case 'integer':
    case 'numeric':
      return BigInt(random.between(-1_000_000_000, 1_000_000_000));
    case 'real':
      return permitted(random.between(-100_000_000, 100_000_000) + 0.5, options);
    case 'blob':
      if (column.type !== '') return permitted(new TextEncoder().encode(word(random, 10)), options);
      return word(random, 10);
    default:
      return word(random, 10);
  }
}

/** STRICT tables take what converts without loss; NULL aside this gives the column's own class. */
function asStrict(random: Random, value: SqlValue, column: ColumnView, options: ValueOptions): SqlValue {
  if (value === null) return null;
  const affinity = strictAffinity(column);
  const fits =
    affinity === 'none' ||
    (affinity === 'integer' && typeof value === 'bigint') ||
    (affinity === 'real' && (typeof value === 'number' || typeof value === 'bigint')) ||
    (affinity === 'text' && typeof value === 'string') ||
    (affinity === 'blob' && value instanceof Uint8Array);
  if (fits) return value;
  if (affinity === 'blob') return blobValue(random, options);
  return permitted(ordinaryValue(random, affinity, options), options);
}

function strictAffinity(column: ColumnView): Affinity {
  return column.type.toUpperCase() === 'ANY' ? 'none' : affinityOfType(column.type);
}

const HIGH_ROWID = 2n ** 62n;
const MOST_COMPARED = 40;
