// Queries: SELECT, VALUES and compounds, with common tables, ORDER BY and LIMIT, compiled against a snapshot's
// schema and run against its rows.

import type { Expression, OrderTerm, Select, SelectBody } from '../../../../sql/ast.ts';
import { type Row, rowKey, type SqlValue, sameRow } from '../../../../sql/index.ts';
import type { CompiledSubquery, Environment, SubqueryUse } from '../../evaluate/compile.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import { findTable } from '../database.ts';
import type { TableSchema } from '../table.ts';
import type { Body, CompiledQuery, QueryResult } from './compiled-query.ts';
import { compileCompound } from './compound.ts';
import { compileCore } from './core.ts';
import { ifUsed } from './late-mistakes.ts';
import { limitRows, type Ordered, sortRows, unordered } from './order.ts';
import { runProbes, trySums } from './probes.ts';
import { classesOf, hasMixedAffinity, lastArm, type QueryColumn } from './query-column.ts';
import { type CurrentRow, readsItself, recursiveArm, recursiveBody } from './recursive.ts';
import { type CommonTables, type Compilers, compileIn, createLevel, type Level } from './scope.ts';
import { depends, type StatementContext, Undetermined } from './statement-context.ts';
import { checkTruthOfConstants } from './truth-of-constants.ts';

const COMPILERS: Compilers = { query: compileSelect, subquery: compileSubquery };

/** A level of its own for a statement's expressions. */
export function statementLevel(context: StatementContext, common: Select['with'] = []): Level {
  return createLevel(context, undefined, declared(common, undefined, undefined), COMPILERS);
}

function declared(
  tables: NonNullable<Select['with']>,
  outer: Level | undefined,
  commons: CommonTables | undefined,
): CommonTables | undefined {
  let visible = commons;
  for (const { name: given, columns, select } of tables) {
    const name = given.toLowerCase();
    // The word RECURSIVE changes nothing.
    const isRecursive = readsItself(select.body, name);
    visible = { name, columns, select, outer, next: visible, isRecursive, isUsed: false };
  }
  return visible;
}

/** What is wrong in a common table of a statement that nothing reads is not looked for. */
export function checkAllUsed({ commons }: Level, context: StatementContext): void {
  for (let own = commons; own !== undefined; own = own.next) checkUnused(own, context);
}

/** Views and subqueries nest no deeper than this. */
const MOST_NESTED = 40;
let nested = 0;

export function compileSelect(
  select: Select,
  outer: Level | undefined,
  commons: CommonTables | undefined,
  context: StatementContext,
  itself?: CommonTables,
): CompiledQuery {
  if (nested >= MOST_NESTED) throw new Unknown('deep nesting');
  if (nested > 0 && sqliteBugs['groups-in-outer-order'].isMet(select))
    throw wrongInSqlite('groups-in-outer-order');
  nested++;
  try {
    const visible = declared(select.with ?? [], outer, commons);
    const body =
      itself === undefined
        ? compileBody(select.body, select.orderBy ?? [], outer, visible, context)
        : compileRecursive(select, itself, outer, visible, context);
    const window = compileLimit(select, outer, visible, context);
    for (let own = visible; own !== undefined && own !== commons; own = own.next) checkUnused(own, context);
    return assemble(body, window);
  } finally {
    nested--;
  }
}

function compileRecursive(
  select: Select,
  { name, columns }: CommonTables,
  outer: Level | undefined,
  commons: CommonTables | undefined,
  context: StatementContext,
): Body {
  if (select.orderBy !== undefined) throw new Unknown('recursive');
  const { left, right, all } = recursiveArm(select.body, name);
  const first = compileBody(left, [], outer, commons, context);
  const current: CurrentRow = { name, row: [], columns: first.columns };
  const itself: CommonTables = { name, columns, select, outer, next: commons, current, isUsed: false };
  const step = compileBody(right, [], outer, itself, context);
  return recursiveBody(first, step, all, current, context);
}

/** SQLite does not look into a common table that nothing reads; an engine that does is right to refuse what is wrong in it. */
function checkUnused(common: CommonTables, context: StatementContext): void {
  const { isUsed, select, outer, next, isRecursive } = common;
  if (isUsed) return;
  try {
    compileSelect(select, outer, next, context, isRecursive ? common : undefined);
  } catch (stop) {
    throw stop instanceof Refusal
      ? new Unknown('a mistake in a common table that nothing reads', undefined, true)
      : stop;
  }
}

/** A subquery within an expression. */
function compileSubquery(select: Select, level: Level, use: SubqueryUse | undefined): CompiledSubquery {
  const { context } = level;
  const compileAll = () => compileSelect(select, level, level.commons, context);
  const query = use === 'existence' ? ifUsed(compileAll) : compileAll();
  const table = tableReadBy(select, context);
  const plain = use !== 'firstRow' ? withoutDistinct(select) : undefined;
  const repeating = plain && compileSelect(plain, level, level.commons, context);
  if (query.mayRaise) level.mayRaise = true;
  trySums(query, context);
  if (query.correlated) level.correlatedSubquery = true;
  return {
    columns: query.columns.map((column) => ({ ...lastArm(column), ofMixed: hasMixedAffinity(column) })),
    mayRaise: query.mayRaise,
    hidesNulls: table !== undefined && sqliteBugs['in-overlooks-nulls'].isMet(table),
    isIndexed:
      table !== undefined && [...table.indexes, ...table.keys].some(({ columns }) => columns.length > 1),
    rows(environment) {
      const { ordered, undetermined } = query.run(environment);
      if (undetermined) depends(context, 'LIMIT among ties');
      if (repeating !== undefined && !holdSame(ordered.rows, repeating.run(environment).ordered.rows))
        throw new Undetermined('DISTINCT in EXISTS');
      if (use === 'firstRow' && isFirstRowUndetermined(ordered)) depends(context, 'first row of a subquery');
      return ordered.rows;
    },
  };
}

/** The only table that it reads. */
function tableReadBy({ body }: Select, { snapshot }: StatementContext): TableSchema | undefined {
  if (body.kind !== 'core' || body.from?.kind !== 'table') return undefined;
  return findTable(snapshot, body.from.name)?.schema;
}

function compileBody(
  body: SelectBody,
  orderBy: readonly OrderTerm[],
  outer: Level | undefined,
  commons: CommonTables | undefined,
  context: StatementContext,
): Body {
  switch (body.kind) {
    case 'core':
      return compileCore(body, orderBy, createLevel(context, outer, commons, COMPILERS));
    case 'values':
      checkTruthOfConstants(body.rows);
      return compileValues(body.rows, orderBy, createLevel(context, outer, commons, COMPILERS));
    case 'compound':
      return compileCompound(body, orderBy, context, (arm) => compileBody(arm, [], outer, commons, context));
    case 'draw':
      throw new Error(`DIRT is wrong: draw ${body.draw} was not expanded before evaluation`);
  }
}

function compileValues(
  rows: readonly (readonly Expression[])[],
  orderBy: readonly OrderTerm[],
  level: Level,
): Body {
  const width = rows[0].length;
  if (rows.some((row) => row.length !== width)) {
    throw new Refusal('other', 'all VALUES must have the same number of terms');
  }
  if (orderBy.length > 0) throw new Unknown('ORDER BY on VALUES');
  const compiled = rows.map((row) => row.map((expression) => compileIn(level, expression)));
  const columns = compiled[0].map(
    (_, i): QueryColumn => ({
      name: `column${i + 1}`,
      naming: 'known',
      arms: compiled.map((row, at) => {
        const { affinity, collation, explicitCollation } = row[i];
        if (compiled.length > 1 && affinity !== 'none') throw new Unknown('VALUES with affinity');
        return {
          affinity,
          collation,
          explicitCollation,
          classes: classesOf(rows[at][i], () => affinity),
          ofValues: rows.length > 1,
        };
      }),
    }),
  );
  return {
    columns,
    sortKeys: [],
    correlated: level.correlated,
    mayRaise: level.mayRaise,
    sums: false,
    readsSorted: false,
    produce(outer) {
      const environment: Environment = { row: [], outer };
      runProbes(level.probes.row, environment);
      return { rows: compiled.map((row) => row.map((item) => item.evaluate(environment))), sortValues: [] };
    },
  };
}

interface Window {
  readonly correlated: boolean;
  readonly mayRaise: boolean;
  bounds(outer: Environment | undefined): { offset: number; limit: number };
}

/** LIMIT and OFFSET see the enclosing query's names, but none of their own query's. */
function compileLimit(
  select: Select,
  outer: Level | undefined,
  commons: CommonTables | undefined,
  context: StatementContext,
): Window | undefined {
  if (select.limit === undefined) return undefined;
  const level = createLevel(context, outer, commons, COMPILERS);
  const limit = compileIn(level, select.limit);
  const offset = select.offset === undefined ? undefined : compileIn(level, select.offset);
  if (level.correlated) throw new Unknown('LIMIT with a column');
  return {
    correlated: false,
    mayRaise: level.mayRaise,
    bounds(outerEnvironment) {
      const environment: Environment = { row: [], outer: outerEnvironment };
      runProbes(level.probes.row, environment);
      const count = countOf(limit.evaluate(environment));
      const skipped = offset === undefined ? 0n : countOf(offset.evaluate(environment));
      return {
        offset: skipped < 0n ? 0 : clamp(skipped),
        limit: count < 0n ? Number.MAX_SAFE_INTEGER : clamp(count),
      };
    },
  };
}

function countOf(value: SqlValue): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 53) return BigInt(value);
  if (typeof value === 'string') throw new Unknown('LIMIT that is a text');
  throw new Refusal('constraint', 'datatype mismatch', 'datatype');
}

function clamp(count: bigint): number {
  return count > 1_000_000_000n ? 1_000_000_000 : Number(count);
}

function assemble(body: Body, window: Window | undefined): CompiledQuery {
  const run = (outer: Environment | undefined): QueryResult => {
    const bounds = window?.bounds(outer);
    const { rows, sortValues } = body.produce(outer);
    const ordered = body.sortKeys.length > 0 ? sortRows(rows, sortValues, body.sortKeys) : unordered(rows);
    if (bounds === undefined) return { ordered, undetermined: false };
    const limited = limitRows(ordered, bounds.offset, bounds.limit);
    return { ordered: limited.ordered, undetermined: limited.undetermined };
  };
  const { columns, correlated, sums } = body;
  const mayRaise = body.mayRaise || (window?.mayRaise ?? false);
  const sorted = body.sortKeys.length > 0 || body.readsSorted;
  if (correlated) return { columns, correlated, mayRaise, sums, sorted, run };
  let remembered: QueryResult | undefined;
  return { columns, correlated, mayRaise, sums, sorted, run: (outer) => (remembered ??= run(outer)) };
}

/**
 * In EXISTS and IN SQLite forgets DISTINCT, which shows when an OFFSET then skips fewer different rows: the same query without it, or nothing
 * if that makes no difference.
 */
function withoutDistinct(select: Select): Select | undefined {
  const { body, offset } = select;
  if (offset === undefined || !hasDistinct(body)) return undefined;
  if (body.kind !== 'core') throw new Unknown('DISTINCT in EXISTS');
  const { distinct: _, ...plain } = body;
  return { ...select, body: plain };
}

function hasDistinct(body: SelectBody): boolean {
  if (body.kind === 'compound') return hasDistinct(body.left) || hasDistinct(body.right);
  return body.kind === 'core' && body.distinct === true;
}

/** The same rows, however often. */
function holdSame(a: readonly Row[], b: readonly Row[]): boolean {
  const [left, right] = [new Set(a.map(rowKey)), new Set(b.map(rowKey))];
  return left.size === right.size && [...left].every((key) => right.has(key));
}

/** Whether SQL leaves it undetermined which row of a result comes first. */
function isFirstRowUndetermined({ rows, ties }: Ordered): boolean {
  for (let i = 1; i < (ties[0] ?? 0); i++) if (!sameRow(rows[0], rows[i])) return true;
  return false;
}
