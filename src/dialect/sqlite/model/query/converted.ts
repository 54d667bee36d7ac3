// Columns that a condition compares after a conversion: '1' and ' 1' both equal 1, but not each other. SQLite takes such a
// column for constant when it sorts or groups by it, which is one of its bugs.

import type { Row } from '../../../../sql/index.ts';
import type { ConvertedColumn } from '../../evaluate/compiled.ts';
import { groupingKey } from '../../evaluate/grouping-key.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import type { Projected } from './projection.ts';
import type { QueryColumn } from './query-column.ts';
import type { Level } from './scope.ts';
import type { Term } from './terms.ts';

/** Notes what a condition of the level says of its rows, or of the rows that a join matches. */
export function noteConverted(level: Level, converted: readonly ConvertedColumn[] | undefined): void {
  if (converted === undefined) return;
  for (const found of converted) {
    // SQLite moves the condition into the query that the column comes from, before its rows are grouped.
    if (!found.joins && isKey(level, found.column)) throw wrongInSqlite('equal-but-not-constant');
    level.converted.push(found);
  }
}

/** What the conditions of a query say of its result, which lies at `offset` of a row. */
export function convertedIn(columns: readonly QueryColumn[], offset = 0): readonly ConvertedColumn[] {
  return columns.flatMap(({ arms }, i) =>
    arms.flatMap(({ converted: affinity }) =>
      affinity === undefined ? [] : { column: offset + i, affinity, joins: false },
    ),
  );
}

function isKey({ sources }: Level, column: number): boolean {
  const source = sources.findLast(({ offset }) => offset <= column);
  return source?.keys?.[column - source.offset] === true;
}

/** What a query that reads the level's result must know of its columns. */
export function resultColumns(
  level: Level,
  projected: readonly Projected[],
  keys: readonly (number | undefined)[],
): readonly QueryColumn[] {
  return projected.map(({ column, place }) => {
    if (place === undefined) return column;
    const converted = level.converted.find((found) => found.column === place)?.affinity;
    const isGrouped = keys.includes(place) || isKey(level, place);
    if (converted === undefined && !isGrouped) return column;
    return { ...column, arms: column.arms.map((arm) => ({ ...arm, converted, isKey: isGrouped })) };
  });
}

/** The columns that the level sorts by, groups by, or looks for the extremes of. */
export function sortedPlaces(
  { aggregates }: Level,
  keys: readonly (number | undefined)[],
  terms: readonly Term[],
): readonly number[] {
  const places = [...keys, ...terms.map(({ place }) => place)];
  for (const { call, arguments: given } of aggregates) {
    if (call.distinct || call.name === 'min' || call.name === 'max') places.push(given[0]?.column);
  }
  return places.filter((place) => place !== undefined);
}

/** To be called with the rows that meet the level's conditions. */
export function checkConverted(
  converted: readonly ConvertedColumn[],
  sorted: readonly number[],
  rows: readonly Row[],
): void {
  if (converted.length === 0 || sorted.length === 0) return;
  for (const { column, affinity } of converted) {
    if (!sqliteBugs['equal-but-not-constant'].isMet(rows, column, affinity)) continue;
    // What equals it without a conversion is taken for constant as well.
    const isSorted = sorted.some(
      (place) => place === column || rows.every((row) => isSame(row, place, column)),
    );
    if (isSorted) throw wrongInSqlite('equal-but-not-constant');
  }
}

function isSame(row: Row, a: number, b: number): boolean {
  return groupingKey(row[a], 'BINARY') === groupingKey(row[b], 'BINARY');
}
