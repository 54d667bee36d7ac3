// The FROM clause: tables, views, common tables and subqueries, and all joins, as rows side by side.

import type { FromItem, FromTable, Join, Select } from '../../sql/ast.ts';
import type { Compiled, Environment } from '../../sql/evaluate/compile.ts';
import { truth } from '../../sql/evaluate/convert.ts';
import { Refusal, Unknown } from '../../sql/evaluate/stop.ts';
import type { Row, SqlValue } from '../../sql/value.ts';
import { findTable, findView } from '../database.ts';
import { someNode } from '../walk.ts';
import type { Query } from './body.ts';
import { comparison } from './comparison.ts';
import { depends, scan, visit } from './context.ts';
import { affinityInFrom, collationOf, isMixed } from './query-column.ts';
import {
  addTable,
  type Columns,
  columnsOf,
  compileIn,
  type Level,
  type MergedColumn,
  type MutableEnvironment,
  type Source,
} from './scope.ts';

/** Rows of a part of FROM. A relation's rows lie at `offset` of the level's joined row. */
export interface Relation {
  readonly offset: number;
  readonly width: number;
  rows(outer: Environment | undefined): readonly Row[];
}

/** Compiles FROM. ON clauses see the names of all of FROM, so they are compiled when all sources are known. */
export function compileFrom(item: FromItem, level: Level): Relation {
  checkFlattening(item, level);
  const pending: (() => void)[] = [];
  const relation = compileItem(item, level, pending);
  for (const finish of pending) finish();
  return relation;
}

/**
 * SQLite flattens a join in a subquery, or in parentheses, into the one around it. With a RIGHT or FULL JOIN on either
 * side it then refuses ON clauses that are fine.
 */
function checkFlattening(item: FromItem, level: Level): void {
  if (item.kind !== 'join') return;
  let inner = false;
  let keepsRight = false;
  const visitItem = (part: FromItem, isNested: boolean): void => {
    if (part.kind === 'join') {
      if (part.operator === 'RIGHT JOIN' || part.operator === 'FULL JOIN') keepsRight = true;
      if (isNested) inner = true;
      visitItem(part.left, false);
      visitItem(part.right, true);
      return;
    }
    const joined = flattenedJoin(part, level);
    if (joined === undefined) return;
    inner = true;
    if (someNode(joined, isOuterJoin)) keepsRight = true;
  };
  visitItem(item, false);
  if (inner && keepsRight) throw new Unknown('RIGHT or FULL JOIN with a subquery');
}

function isOuterJoin(node: { readonly kind: string }): boolean {
  return node.kind === 'join' && ['RIGHT JOIN', 'FULL JOIN'].includes((node as Join).operator);
}

/** The join that a view, common table or plain subquery is. */
function flattenedJoin(item: FromItem, level: Level): FromItem | undefined {
  if (item.kind === 'subquery') return joinOf(item.select);
  if (item.kind !== 'table') return undefined;
  const name = item.name.toLowerCase();
  for (let common = level.commons; common !== undefined; common = common.next) {
    if (common.name === name) return joinOf(common.select);
  }
  const view = findView(level.context.snapshot, item.name);
  return view === undefined ? undefined : joinOf(view.select);
}

function joinOf({ body, limit }: Select): FromItem | undefined {
  if (body.kind !== 'core' || body.distinct || body.groupBy !== undefined || limit !== undefined)
    return undefined;
  return someNode(body.from, ({ kind }) => kind === 'join') ? body.from : undefined;
}

function compileItem(item: FromItem, level: Level, pending: (() => void)[]): Relation {
  switch (item.kind) {
    case 'table':
      return compileTable(item, level);
    case 'subquery':
      return addQuery(
        level,
        level.compileQuery(item.select, level.outer, level.commons, level.context),
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
    const query = level.compileQuery(common.select, common.outer, common.next, level.context);
    return addQuery(level, renamed(query, common.columns, item.name), item.alias ?? item.name);
  }
  const { snapshot } = level.context;
  const view = findView(snapshot, item.name);
  if (view !== undefined) {
    const query = level.compileQuery(view.select, undefined, undefined, level.context);
    return addQuery(level, renamed(query, view.columns, item.name), item.alias ?? item.name);
  }
  const table = findTable(snapshot, item.name);
  if (table === undefined) {
    if (name.startsWith('sqlite_')) throw new Unknown('system table');
    throw new Refusal('noSuchTable', `no such table: ${item.name}`);
  }
  if (table.knowledge === 'unknown') throw new Unknown('schema not known');
  if (item.indexedBy !== undefined) {
    const wanted = item.indexedBy.toLowerCase();
    if (!table.schema.indexes.some((index) => index.name.toLowerCase() === wanted)) {
      throw new Refusal('other', `no such index: ${item.indexedBy}`);
    }
    throw new Unknown('INDEXED BY');
  }
  const { context } = level;
  context.reads.add(name);
  const source = addTable(level, table, item.alias ?? item.name);
  return { offset: source.offset, width: level.width - source.offset, rows: () => scan(context, table) };
}

/** Gives a query's columns new names, as views and common tables with column lists do. */
export function renamed(query: Query, names: readonly string[] | undefined, owner: string): Query {
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

function addQuery(level: Level, query: Query, alias: string | undefined): Relation {
  const offset = level.width;
  const source: Source = { name: alias?.toLowerCase(), columns: columnsOfQuery(query), offset, rowid: -1 };
  level.sources.push(source);
  level.width += query.columns.length;
  if (query.correlated) level.correlated = true;
  if (query.mayRaise) level.mayRaise = true;
  const { context } = level;
  // Reading a column of REAL affinity gives reals, even of integers that another arm of a compound put there.
  const reals = query.columns.map((column) => column.arms.length > 1 && affinityInFrom(column) === 'real');
  const hasReals = reals.includes(true);
  return {
    offset,
    width: query.columns.length,
    rows(outer) {
      const { ordered, open } = query.run(outer);
      if (open) depends(context, 'LIMIT among ties');
      visit(context, ordered.rows.length);
      if (!hasReals) return ordered.rows;
      return ordered.rows.map((row) =>
        row.map((value, i) => (reals[i] && typeof value === 'bigint' ? Number(value) : value)),
      );
    },
  };
}

/** Of several columns with one name the later ones get a suffix, so that the name is not ambiguous. */
export function columnsOfQuery(query: Query): Columns {
  const seen = new Map<string, number>();
  const open = new Set<string>();
  const mixed = new Set<string>();
  const columns = columnsOf(
    query.columns.map((column) => {
      const { name, naming } = column;
      const lower = name.toLowerCase();
      const count = seen.get(lower) ?? 0;
      seen.set(lower, count + 1);
      if (naming === 'open') open.add(lower);
      if (isMixed(column)) mixed.add(lower);
      return {
        name: count === 0 ? name : `${name}:${count}`,
        affinity: affinityInFrom(column),
        collation: collationOf(column),
      };
    }),
  );
  return open.size === 0 && mixed.size === 0 ? columns : { ...columns, open, mixed };
}

interface Condition {
  /** Columns of the left and right row whose values must be equal. */
  readonly pairs: readonly {
    left: number;
    right: number;
    equal: (a: SqlValue, b: SqlValue) => boolean | null;
  }[];
  on?: Compiled;
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
  const coalesced: { left: number; right: number }[] = [];
  const pairs = sharedColumns(join, leftSources, rightSources).map((name) => {
    const a = columnNamed(level, leftSources, name);
    const b = columnNamed(level, rightSources, name);
    const merged: MergedColumn = keepsRight ? { index: level.width + coalesced.length, affinity: 'none' } : a;
    if (keepsRight) coalesced.push({ left: a.index - left.offset, right: b.index - right.offset });
    level.merged.set(name, merged);
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
      level.available = undefined;
    });
  }
  return joined(level, left, right, condition, keepsLeft, keepsRight, coalesced);
}

/** A join in parentheses is a subquery to SQLite, which renames columns that are there twice. */
function markNested(join: Join, sources: readonly Source[]): void {
  if (usesNames(join)) throw new Unknown('nested join with USING');
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const source of sources) {
    for (const name of source.columns.positions.keys()) {
      if (seen.has(name)) twice.add(name);
      seen.add(name);
    }
  }
  for (const source of sources) source.ambiguous = twice;
}

function usesNames(item: FromItem): boolean {
  if (item.kind !== 'join') return false;
  return item.using !== undefined || item.natural === true || usesNames(item.left) || usesNames(item.right);
}

function sharedColumns(join: Join, left: readonly Source[], right: readonly Source[]): string[] {
  if (join.using !== undefined) return join.using.map((name) => name.toLowerCase());
  if (!join.natural) return [];
  const names: string[] = [];
  for (const source of right) {
    for (const column of source.columns.list) {
      const name = column.name.toLowerCase();
      if (left.some((other) => other.columns.positions.has(name))) names.push(name);
    }
  }
  if (right.length > 1) throw new Unknown('NATURAL JOIN with a nested join');
  return names;
}

function columnNamed(level: Level, sources: readonly Source[], name: string): MergedColumn {
  let found: MergedColumn | undefined;
  for (const source of sources) {
    const position = source.columns.positions.get(name);
    if (position === undefined) continue;
    if (found !== undefined || source.hidden?.has(name)) throw new Unknown('USING over several tables');
    const { affinity, collation } = source.columns.list[position];
    found = { index: source.offset + position, affinity, collation };
  }
  if (found === undefined) {
    throw new Refusal('other', `cannot join using column ${name} - column not present in both tables`);
  }
  if (level.merged.has(name)) throw new Unknown('USING over several tables');
  return found;
}

function joined(
  level: Level,
  left: Relation,
  right: Relation,
  condition: Condition,
  keepsLeft: boolean,
  keepsRight: boolean,
  coalesced: readonly { left: number; right: number }[],
): Relation {
  const { context } = level;
  const { offset } = left;
  const padding: Row = new Array<SqlValue>(offset).fill(null);
  const noLeft: Row = new Array<SqlValue>(left.width).fill(null);
  const noRight: Row = new Array<SqlValue>(right.width).fill(null);
  const combine = (a: Row, b: Row): SqlValue[] => {
    const row = a.concat(b);
    for (const pair of coalesced) row.push(a[pair.left] ?? b[pair.right]);
    return row;
  };
  return {
    offset,
    width: left.width + right.width + coalesced.length,
    rows(outer) {
      const leftRows = left.rows(outer);
      const rightRows = right.rows(outer);
      const environment: MutableEnvironment = { row: padding, outer };
      const matches = (a: Row, b: Row, row: Row): boolean => {
        for (const pair of condition.pairs) {
          if (pair.equal(a[pair.left], b[pair.right]) !== true) return false;
        }
        if (condition.on === undefined) return true;
        environment.row = offset === 0 ? row : padding.concat(row);
        return truth(condition.on.evaluate(environment)) === true;
      };
      const result: Row[] = [];
      const rightUsed = keepsRight ? new Array<boolean>(rightRows.length).fill(false) : undefined;
      for (const a of leftRows) {
        let used = false;
        visit(context, rightRows.length);
        for (let i = 0; i < rightRows.length; i++) {
          const row = combine(a, rightRows[i]);
          if (!matches(a, rightRows[i], row)) continue;
          used = true;
          if (rightUsed !== undefined) rightUsed[i] = true;
          result.push(row);
        }
        if (!used && keepsLeft) result.push(combine(a, noRight));
      }
      if (rightUsed !== undefined) {
        for (let i = 0; i < rightRows.length; i++) {
          if (!rightUsed[i]) result.push(combine(noLeft, rightRows[i]));
        }
      }
      return result;
    },
  };
}
