// Names within one query: the sources of its FROM clause, where their columns lie in the joined row, and the
// enclosing query's names beyond them. It is the scope that expressions are compiled in.

import type { Call, Collation, ColumnReference, Expression, Select } from '../../../../sql/ast.ts';
import { type Node, type Row, some } from '../../../../sql/index.ts';
import type { Affinity } from '../../../view.ts';
import { type CompiledAggregate, compileAggregate } from '../../evaluate/aggregates.ts';
import {
  type Compiled,
  type CompiledSubquery,
  compile,
  type Environment,
  type Evaluate,
  type Scope,
  type SubqueryUse,
} from '../../evaluate/compile.ts';
import type { ConvertedColumn } from '../../evaluate/compiled.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { isAggregate } from '../../functions/lookup.ts';
import { reasonOf, sqliteBugs } from '../../sqlite-bugs.ts';
import { valuesOf } from '../persistent-map.ts';
import { isRowidName, type Table, type TableSchema } from '../table.ts';
import type { CompiledQuery } from './compiled-query.ts';
import { type Probe, probesOf } from './probes.ts';
import type { CurrentRow } from './recursive.ts';
import { type StatementContext, Undetermined } from './statement-context.ts';
import { copiesReal, isCopied, isEquatedByIndex } from './whole-reals.ts';

export interface SourceColumn {
  readonly name: string;
  readonly affinity: Affinity;
  readonly collation?: Collation;
  readonly generated?: boolean;
  readonly stored?: boolean;
  /** A virtual column that is nothing but a REAL one, or the REAL one that it copies. */
  readonly copiesReal?: boolean;
  /** The condition of a partial index equates it with something. */
  readonly equatedByIndex?: boolean;
}

export interface Columns {
  readonly list: readonly SourceColumn[];
  /** Position by lower-case name. */
  readonly positions: ReadonlyMap<string, number>;
  /** Names that SQLite may have changed, in lower case. */
  readonly unknownNames?: ReadonlySet<string>;
  /** Columns of a compound whose arms differ in affinity or collation, in lower case. */
  readonly mixed?: ReadonlySet<string>;
}

export interface Source {
  /** Alias or name, in lower case; undefined for a subquery without alias. */
  readonly name?: string;
  readonly columns: Columns;
  /** Where its columns start in the joined row. */
  readonly offset: number;
  /** Position of the rowid within the source, or -1. */
  readonly rowid: number;
  readonly table?: Table;
  /** Of a query: whether GROUP BY or DISTINCT tells the values of the column apart, at any depth. */
  readonly keys?: readonly boolean[];
  /** Columns that USING or NATURAL merged into the other side's. */
  hidden?: Set<string>;
  /** Columns whose name another table of the same nested join has too: SQLite renames them in results. */
  ambiguous?: ReadonlySet<string>;
}

/** A column that USING or NATURAL made of two. */
export interface MergedColumn {
  readonly index: number;
  readonly affinity: Affinity;
  readonly collation?: Collation;
}

export interface CommonTables {
  readonly name: string;
  readonly columns?: readonly string[];
  readonly select: Select;
  /** The names that the common table's own query sees. */
  readonly outer?: Level;
  readonly next?: CommonTables;
  /** Its query reads the table itself. */
  readonly isRecursive?: boolean;
  /** Within its own query: the row that it consists of. */
  readonly current?: CurrentRow;
  isUsed: boolean;
}

export interface AggregateCall {
  readonly call: Call;
  readonly compiled: CompiledAggregate;
  readonly arguments: readonly Compiled[];
  readonly filter?: Compiled;
}

/** How queries within the level are compiled: in FROM, and in expressions. */
export interface Compilers {
  query(
    select: Select,
    outer: Level | undefined,
    commons: CommonTables | undefined,
    context: StatementContext,
    /** The common table that the query defines and reads. */
    itself?: CommonTables,
  ): CompiledQuery;
  subquery(select: Select, level: Level, use: SubqueryUse | undefined): CompiledSubquery;
}

export interface Level extends Scope {
  readonly compileQuery: Compilers['query'];
  readonly context: StatementContext;
  readonly outer?: Level;
  readonly commons?: CommonTables;
  readonly sources: Source[];
  readonly merged: Map<string, MergedColumn>;
  /** Aliases of result columns: visible in WHERE and others when no column has the name. */
  aliases?: ReadonlySet<string>;
  width: number;
  /** Columns outside this range of the joined row are not available yet (ON clauses). */
  available?: readonly [from: number, to: number];
  /** Whether expressions are compiled for rows, where aggregates are refused, or for groups. */
  phase: 'row' | 'group';
  readonly aggregates: AggregateCall[];
  /** What may raise, to be tried on every row, or on every group. */
  readonly probes: { readonly row: Probe[]; readonly group: Probe[] };
  /** Set when a group's expression reads a column outside an aggregate. */
  bareColumns: boolean;
  /** Set when some expression reads a column of an enclosing query. */
  correlated: boolean;
  /** Set when a subquery of this level reads this level's row. */
  correlatedSubquery: boolean;
  /** Set when something may raise that the probes do not reach. */
  mayRaise: boolean;
  /** Set when FROM reads a query that has an ORDER BY of its own. */
  readsSorted: boolean;
  /** Columns that its conditions compare after a conversion. */
  readonly converted: ConvertedColumn[];
}

export function createLevel(
  context: StatementContext,
  outer: Level | undefined,
  commons: CommonTables | undefined,
  compilers: Compilers,
): Level {
  const level: Level = {
    compileQuery: compilers.query,
    context,
    outer,
    commons,
    sources: [],
    merged: new Map(),
    // Written out, so that all levels have one shape.
    aliases: undefined,
    available: undefined,
    width: 0,
    phase: 'row',
    aggregates: [],
    probes: { row: [], group: [] },
    bareColumns: false,
    correlated: false,
    correlatedSubquery: false,
    mayRaise: false,
    readsSorted: false,
    converted: [],
    column: (reference) => resolve(level, reference),
    subquery: (select, use) => compilers.subquery(select, level, use),
    aggregate: (call) => allocate(level, call),
    hasShortRecords: () =>
      valuesOf(context.snapshot.tables).some(({ schema }) =>
        schema.columns.some(({ isBeyondRecords }) => isBeyondRecords),
      ),
  };
  return level;
}

/** Compiles an expression for the level and notes what in it may raise. */
export function compileIn(level: Level, expression: Expression): Compiled {
  const compiled = compile(expression, level);
  if (compiled.mayRaise) addProbes(level, expression, level);
  return compiled;
}

function addProbes(level: Level, expression: Expression, scope: Scope): void {
  if (level.sources.some((source) => source.table === undefined)) {
    level.mayRaise = true;
    return;
  }
  let touched = new Set<Source | undefined>();
  const watched: Scope = {
    ...scope,
    column(reference) {
      const found = scope.column(reference);
      if (found.depth === 0) touched.add(level.sources.findLast((source) => source.offset <= found.index));
      return found;
    },
  };
  const probes = probesOf(expression, (part) => {
    touched = new Set();
    const { mayRaise, evaluate } = compile(part, watched);
    if (!mayRaise) return undefined;
    // What needs no row may be computed before it is known whether there are rows.
    if (!some(part, readsRows) && raises(evaluate)) return 'unproven';
    // Results are computed of joined rows. What a condition reads in a join, SQLite may evaluate on rows that no
    // joined row shows: on any row, if it is all of one table.
    if (level.sources.length <= 1 || level.phase === 'group') return { evaluate };
    // Which of the tables a subquery in it reads is not watched.
    const isOfOne = touched.size === 1 && !some(part, ({ kind }) => kind === 'select');
    return isOfOne ? { evaluate, source: [...touched][0]! } : 'unproven';
  });
  if (probes === undefined) level.mayRaise = true;
  else level.probes[level.phase].push(...probes);
}

function readsRows(node: Node): boolean {
  return node.kind === 'column' || node.kind === 'select' || (node.kind === 'call' && isAggregate(node));
}

function raises(evaluate: Evaluate): boolean {
  try {
    evaluate({ row: [] });
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

export function columnsOf(list: readonly SourceColumn[]): Columns {
  const positions = new Map<string, number>();
  for (let i = list.length - 1; i >= 0; i--) positions.set(list[i].name.toLowerCase(), i);
  return { list, positions };
}

const COLUMNS_OF_SCHEMA = new WeakMap<TableSchema, Columns>();

function columnsOfTable(schema: TableSchema): Columns {
  let columns = COLUMNS_OF_SCHEMA.get(schema);
  if (columns === undefined) {
    const marked = schema.columns.map((column) => {
      if (copiesReal(schema, column) || isCopied(schema, column)) return { ...column, copiesReal: true };
      return isEquatedByIndex(schema, column) ? { ...column, equatedByIndex: true } : column;
    });
    columns = columnsOf(marked.map(withoutRowidCollation(schema)));
    COLUMNS_OF_SCHEMA.set(schema, columns);
  }
  return columns;
}

/** Another name of the rowid has no collation either: in a compound, the next arm's decides. */
function withoutRowidCollation({ rowidAlias }: TableSchema) {
  return (column: SourceColumn, position: number): SourceColumn =>
    position === rowidAlias ? { ...column, collation: undefined } : column;
}

/** Adds a table to the level's sources; its rows are the stored rows. */
export function addTable(level: Level, table: Table, name: string): Source {
  const { schema } = table;
  const source: Source = {
    name: name.toLowerCase(),
    columns: columnsOfTable(schema),
    offset: level.width,
    rowid: schema.withoutRowid ? -1 : schema.columns.length,
    table,
  };
  level.sources.push(source);
  level.width += schema.columns.length + (schema.withoutRowid ? 0 : 1);
  return source;
}

function resolve(level: Level, reference: ColumnReference): ReturnType<Scope['column']> {
  const name = reference.name.toLowerCase();
  const table = reference.table?.toLowerCase();
  let depth = 0;
  for (let at: Level | undefined = level; at !== undefined; at = at.outer, depth++) {
    const found = lookup(at, table, name);
    if (found !== undefined) {
      if (at.available !== undefined && (found.index < at.available[0] || found.index >= at.available[1])) {
        throw new Unknown('ON refers to a table outside its join');
      }
      if (at.phase === 'group') at.bareColumns = true;
      let inner = level;
      for (let i = 0; i < depth; i++) {
        inner.correlated = true;
        inner = inner.outer!;
      }
      return { depth, index: found.index, affinity: found.affinity, collation: found.collation };
    }
    if (table === undefined && at.aliases?.has(name)) throw new Unknown('alias in an expression');
  }
  const shown = reference.table === undefined ? reference.name : `${reference.table}.${reference.name}`;
  throw new Refusal('other', `no such column: ${shown}`);
}

function lookup(level: Level, table: string | undefined, name: string): MergedColumn | undefined {
  if (table === undefined) {
    const merged = level.merged.get(name);
    if (merged !== undefined) return merged;
  }
  let found: MergedColumn | undefined;
  for (const source of level.sources) {
    if (table !== undefined && source.name !== table) continue;
    const position = source.columns.positions.get(name);
    if (position === undefined) continue;
    if (table === undefined && source.hidden?.has(name)) continue;
    if (source.columns.unknownNames?.has(name)) throw new Unknown('column named by SQLite');
    if (found !== undefined && table !== undefined && level.merged.has(name))
      throw new Unknown('a column of two tables of one name that USING makes one');
    if (found !== undefined) throw new Refusal('other', `ambiguous column name: ${name}`);
    // Which arm gives the affinity is indeterminate, says SQLite's documentation; conditions are pushed into the arms.
    if (level.phase === 'row' && source.columns.mixed?.has(name))
      throw new Undetermined('column of a mixed compound');
    const column = source.columns.list[position];
    checkReadable(column);
    found = { index: source.offset + position, affinity: column.affinity, collation: column.collation };
  }
  if (found !== undefined || !isRowidName(name)) return found;
  return lookupRowid(level, table);
}

export function checkReadable(column: SourceColumn): void {
  for (const id of ['virtual-whole-reals', 'partial-index-whole-reals'] as const)
    if (sqliteBugs[id].isMet(column)) throw new Undetermined(reasonOf(id), id);
}

function lookupRowid(level: Level, table: string | undefined): MergedColumn | undefined {
  const candidates = level.sources.filter((source) => table === undefined || source.name === table);
  if (candidates.length === 0) return undefined;
  if (candidates.some((source) => source.table === undefined))
    throw new Unknown('rowid of a subquery or view');
  const sources = candidates.filter((source) => source.rowid >= 0);
  if (sources.length === 0) return undefined;
  if (candidates.length > 1) {
    if (sources.length > 1) throw new Refusal('other', 'ambiguous column name: rowid');
    throw new Unknown('rowid among several tables');
  }
  const [source] = sources;
  if (!source.table!.rowidsKnown) throw new Undetermined('rowids not known');
  return { index: source.offset + source.rowid, affinity: 'integer' };
}

/** Gives an aggregate call its place behind the joined row. */
function allocate(level: Level, call: Call): { index: number } {
  if (level.phase !== 'group') throw new Refusal('other', `misuse of aggregate: ${call.name}()`);
  level.phase = 'row';
  const correlatedBefore = level.correlated;
  let local = false;
  const watched: Scope = {
    column(reference) {
      const found = level.column(reference);
      if (found.depth === 0) local = true;
      return found;
    },
    // One that reads nothing of this query does not make the aggregate its own.
    subquery: (select, use) => level.subquery(select, use),
    aggregate: (inner) => level.aggregate!(inner),
  };
  level.correlated = false;
  const compiled = compileAggregate(call, watched);
  const list = call.arguments === '*' ? [] : call.arguments;
  const values = list.map((argument) => compile(argument, watched));
  const filter = call.filter === undefined ? undefined : compile(call.filter, watched);
  if (level.correlated && !local) throw new Unknown('aggregate of an outer query');
  level.correlated ||= correlatedBefore;
  // That sum() may overflow is judged when the values are known.
  list.forEach((argument, i) => {
    if (values[i].mayRaise) addProbes(level, argument, watched);
  });
  if (filter?.mayRaise) addProbes(level, call.filter!, watched);
  level.phase = 'group';
  level.aggregates.push({ call, compiled, arguments: values, filter });
  return { index: level.width + level.aggregates.length - 1 };
}

export type MutableEnvironment = { row: Row; readonly outer?: Environment };
