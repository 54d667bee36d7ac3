// The FROM clause: tables, views, common tables and subqueries, and all joins, as rows side by side.

import type { FromItem, FromTable, Join } from '../../../../sql/ast.ts';
import { type SqlValue, sameValue } from '../../../../sql/index.ts';
import { isPlainIndex } from '../../../view.ts';
import { convertedBy, type Field } from '../../evaluate/comparison.ts';
import { applyAffinity } from '../../evaluate/convert.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { findView, requireTable } from '../database.ts';
import { comparison } from './comparison.ts';
import type { CompiledQuery } from './compiled-query.ts';
import { convertedIn, noteConverted } from './converted.ts';
import { checkFlattening } from './flattening.ts';
import { type Condition, columnNamed, joined, markNested, type Relation, sharedColumns } from './join.ts';
import { ifUsed } from './late-mistakes.ts';
import { trySums } from './probes.ts';
import { affinityInFrom, collationOf, hasMixedAffinity, isMixed } from './query-column.ts';
import { currentRowQuery } from './recursive.ts';
import {
  addTable,
  type Columns,
  columnsOf,
  compileIn,
  type Level,
  type MergedColumn,
  type Source,
} from './scope.ts';
import { countVisited, depends, scan, Undetermined } from './statement-context.ts';

/** Compiles FROM. ON clauses see the names of all of FROM, so they are compiled when all sources are known. */
export function compileFrom(item: FromItem, level: Level): Relation {
  checkFlattening(item, level);
  const pending: (() => void)[] = [];
  const relation = compileItem(item, level, pending);
  for (const finish of pending) finish();
  return relation;
}

function compileItem(item: FromItem, level: Level, pending: (() => void)[]): Relation {
  switch (item.kind) {
    case 'table':
      return compileTable(item, level);
    case 'subquery':
      return addQuery(
        level,
        ifUsed(() => level.compileQuery(item.select, level.outer, level.commons, level.context)),
        item.alias,
      );
    case 'join':
      return compileJoin(item, level, pending);
  }
}

function compileTable(item: FromTable, level: Level): Relation {
  const name = item.name.toLowerCase();
  for (let common = level.commons; common !== undefined; common = common.next) {
    if (common.name !== name) continue;
    common.isUsed = true;
    const { select, outer, next, current, isRecursive } = common;
    const query =
      current === undefined
        ? ifUsed(() =>
            level.compileQuery(select, outer, next, level.context, isRecursive ? common : undefined),
          )
        : currentRowQuery(current);
    return addQuery(level, renamed(query, common.columns, item.name), item.alias ?? item.name);
  }
  const { snapshot } = level.context;
  const view = findView(snapshot, item.name);
  if (view !== undefined) {
    level.context.reads.add(name);
    const query = ifUsed(() => level.compileQuery(view.select, undefined, undefined, level.context));
    return addQuery(level, renamed(query, view.columns, item.name), item.alias ?? item.name);
  }
  const table = requireTable(snapshot, item.name);
  if (item.indexedBy !== undefined) {
    const wanted = item.indexedBy.toLowerCase();
    const index = table.schema.indexes.find(({ name: own }) => own.toLowerCase() === wanted);
    if (index === undefined) throw new Refusal('other', `no such index: ${item.indexedBy}`);
    // Whether a query can use another index, or must be refused, is up to the engine.
    if (!isPlainIndex(index)) throw new Undetermined('INDEXED BY');
  }
  const { context } = level;
  context.reads.add(name);
  const source = addTable(level, table, item.alias ?? item.name);
  return { offset: source.offset, width: level.width - source.offset, rows: () => scan(context, table) };
}

/** Gives a query's columns new names, as views and common tables with column lists do. */
export function renamed(
  query: CompiledQuery,
  names: readonly string[] | undefined,
  owner: string,
): CompiledQuery {
  if (names === undefined) return query;
  if (names.length !== query.columns.length) {
    throw new Refusal(
      'other',
      `table ${owner} has ${query.columns.length} values for ${names.length} columns`,
    );
  }
  const columns = query.columns.map((column, i) => ({ ...column, name: names[i], naming: 'known' as const }));
  return { ...query, columns };
}

function addQuery(level: Level, query: CompiledQuery, alias: string | undefined): Relation {
  const offset = level.width;
  const source: Source = {
    name: alias?.toLowerCase(),
    columns: columnsOfQuery(query),
    offset,
    rowid: -1,
    keys: query.columns.map(({ arms }) => arms.some(({ isKey }) => isKey)),
  };
  level.sources.push(source);
  level.converted.push(...convertedIn(query.columns, offset));
  level.width += query.columns.length;
  if (query.correlated) level.correlated = true;
  if (query.mayRaise) level.mayRaise = true;
  if (query.sorted) level.readsSorted = true;
  const { context } = level;
  trySums(query, context);
  // Which arm of a compound gives the affinity is indeterminate, and so is whether reading a value converts it.
  const mixed = query.columns.flatMap((column, i) =>
    hasMixedAffinity(column) ? [{ i, arms: column.arms }] : [],
  );
  return {
    offset,
    width: query.columns.length,
    rows(outer) {
      const { ordered, undetermined } = query.run(outer);
      if (undetermined) depends(context, 'LIMIT among ties');
      countVisited(context, ordered.rows.length);
      for (const { i, arms } of mixed) {
        const mayConvert = (value: SqlValue) =>
          arms.some(({ affinity }) => !sameValue(applyAffinity(value, affinity), value));
        if (ordered.rows.some((row) => mayConvert(row[i]))) depends(context, 'column of a mixed compound');
      }
      return ordered.rows;
    },
  };
}

/** Of several columns with one name the later ones get a suffix, so that the name is not ambiguous. */
export function columnsOfQuery(query: CompiledQuery): Columns {
  const seen = new Map<string, number>();
  const unknownNames = new Set<string>();
  const mixed = new Set<string>();
  const columns = columnsOf(
    query.columns.map((column) => {
      const { name, naming } = column;
      const lower = name.toLowerCase();
      const count = seen.get(lower) ?? 0;
      seen.set(lower, count + 1);
      if (naming === 'unknown') unknownNames.add(lower);
      if (isMixed(column)) mixed.add(lower);
      return {
        name: count === 0 ? name : `${name}:${count}`,
        affinity: affinityInFrom(column),
        // A column always has one, even if the expression behind it has none.
        collation: collationOf(column) ?? 'BINARY',
      };
    }),
  );
  return unknownNames.size === 0 && mixed.size === 0 ? columns : { ...columns, unknownNames, mixed };
}

function compileJoin(join: Join, level: Level, pending: (() => void)[]): Relation {
  const sourcesBefore = level.sources.length;
  const left = compileItem(join.left, level, pending);
  const sourcesLeft = level.sources.length;
  const right = compileItem(join.right, level, pending);
  if (join.right.kind === 'join') markNested(join.right, level.sources.slice(sourcesLeft));
  const leftSources = level.sources.slice(sourcesBefore, sourcesLeft);
  const rightSources = level.sources.slice(sourcesLeft);

  const keepsLeft = join.operator === 'LEFT JOIN' || join.operator === 'FULL JOIN';
  const keepsRight = join.operator === 'RIGHT JOIN' || join.operator === 'FULL JOIN';
  if (keepsRight && meets(rightSources, 'right-join-computed-index'))
    throw wrongInSqlite('right-join-computed-index');
  if (meets([...leftSources, ...rightSources], 'automatic-index-without-key'))
    throw wrongInSqlite('automatic-index-without-key');
  const coalesced: { left: number; right: number }[] = [];
  const pairs = sharedColumns(join, leftSources, rightSources).map((name) => {
    const a = columnNamed(level, leftSources, name);
    const b = columnNamed(level, rightSources, name);
    const merged: MergedColumn = keepsRight ? { index: level.width + coalesced.length, affinity: 'none' } : a;
    if (keepsRight) coalesced.push({ left: a.index - left.offset, right: b.index - right.offset });
    level.merged.set(name, merged);
    noteConverted(level, convertedBy('=', [asOperand(a)], [asOperand(b)]));
    for (const source of rightSources) {
      if (source.columns.positions.has(name)) (source.hidden ??= new Set()).add(name);
    }
    return {
      left: a.index - left.offset,
      right: b.index - right.offset,
      equal: comparison(a, b),
    };
  });
  level.width += coalesced.length;

  const condition: Condition = { pairs };
  if (join.on !== undefined) {
    const available = [left.offset, level.width] as const;
    const { on } = join;
    pending.push(() => {
      level.available = available;
      condition.on = compileIn(level, on);
      noteConverted(level, condition.on.converted);
      level.available = undefined;
    });
  }
  return joined(level, left, right, condition, keepsLeft, keepsRight, coalesced);
}

function asOperand({ index, affinity, collation }: MergedColumn): Field {
  return { column: index, affinity, collation, explicitCollation: false };
}

/** Is one of them a table that may meet the bug? */
function meets(
  sources: readonly Source[],
  bug: 'right-join-computed-index' | 'automatic-index-without-key',
): boolean {
  return sources.some(({ table }) => table !== undefined && sqliteBugs[bug].isMet(table.schema));
}
