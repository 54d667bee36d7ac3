// One SELECT: FROM, WHERE, GROUP BY and HAVING, the result columns, DISTINCT, and the values to sort by.

import type { Collation, Expression, OrderTerm, ResultColumn, SelectCore } from '../../sql/ast.ts';
import { type Compiled, compile, type Environment } from '../../sql/evaluate/compile.ts';
import { truth } from '../../sql/evaluate/convert.ts';
import { Refusal, Unknown } from '../../sql/evaluate/stop.ts';
import { type Row, type SqlValue, sameRow } from '../../sql/value.ts';
import type { Body, Produced } from './body.ts';
import { depends, scan } from './context.ts';
import { equalityKeyOfRow } from './equality-key.ts';
import { compileFrom, type Relation } from './from.ts';
import { aggregateGroup, groupRows } from './group.ts';
import type { SortKey } from './order.ts';
import { type Probe, runProbes } from './probes.ts';
import { classesOf, classesOfAffinity, collationOf, type QueryColumn } from './query-column.ts';
import { checkReadable, compileIn, type Level, type MutableEnvironment, type Source } from './scope.ts';

/** A result column: an expression, or simply a place in the joined row. */
export interface Projected {
  readonly column: QueryColumn;
  readonly evaluate: (environment: Environment) => SqlValue;
}

export function compileCore(core: SelectCore, orderBy: readonly OrderTerm[], level: Level): Body {
  const relation = core.from === undefined ? undefined : compileFrom(core.from, level);
  level.aliases = aliasesOf(core.columns);
  const where = core.where === undefined ? undefined : compileIn(level, core.where);
  const groupKeys = (core.groupBy ?? []).map((term) => compileIn(level, groupTerm(term, core)));
  level.phase = 'group';
  // Inside a result column an alias of another one is no name.
  const aliases = level.aliases;
  level.aliases = undefined;
  const projected = projectColumns(core.columns, level);
  level.aliases = aliases;
  const having = core.having === undefined ? undefined : compileIn(level, core.having);
  const terms = orderBy.map((term, i) => compileOrderTerm(term, i, core, projected, level));
  const grouped = level.aggregates.length > 0 || core.groupBy !== undefined;
  if (having !== undefined && !grouped) throw new Refusal('other', 'HAVING clause on a non-aggregate query');

  const pipeline: Pipeline = {
    level,
    relation,
    where,
    groupKeys,
    having,
    projected,
    terms,
    grouped,
    hasGroupBy: core.groupBy !== undefined,
  };
  const { distinct } = core;
  return {
    columns: projected.map(({ column }) => column),
    sortKeys: terms.map(({ key }) => key),
    correlated: level.correlated,
    mayRaise: level.mayRaise,
    produce(outer) {
      const produced = pipeline.grouped ? produceGroups(pipeline, outer) : produceRows(pipeline, outer);
      return distinct ? withoutDuplicates(pipeline, produced) : produced;
    },
  };
}

interface Term {
  readonly evaluate: (environment: Environment) => SqlValue;
  readonly key: SortKey;
}

interface Pipeline {
  readonly level: Level;
  readonly relation?: Relation;
  readonly where?: Compiled;
  readonly groupKeys: readonly Compiled[];
  readonly having?: Compiled;
  readonly projected: readonly Projected[];
  readonly terms: readonly Term[];
  readonly grouped: boolean;
  readonly hasGroupBy: boolean;
}

const NO_SOURCE: readonly Row[] = [[]];

function filteredRows(
  { level, relation, where, grouped }: Pipeline,
  environment: MutableEnvironment,
): readonly Row[] {
  const rows = relation === undefined ? NO_SOURCE : relation.rows(environment.outer);
  const probes = grouped ? level.probes.row : [...level.probes.row, ...level.probes.group];
  if (probes.length > 0) probeRows(level, rows, probes, environment);
  if (where === undefined) return rows;
  const { evaluate } = where;
  return rows.filter((row) => {
    environment.row = row;
    return truth(evaluate(environment)) === true;
  });
}

function probeRows(
  level: Level,
  rows: readonly Row[],
  probes: readonly Probe[],
  environment: MutableEnvironment,
): void {
  const onJoined = probes.filter((probe) => probe.source === undefined);
  for (const row of rows) {
    environment.row = row;
    runProbes(onJoined, environment);
  }
  for (const probe of probes) {
    if (probe.source === undefined) continue;
    const padding: Row = new Array<SqlValue>(probe.source.offset).fill(null);
    for (const row of scan(level.context, probe.source.table!)) {
      environment.row = padding.concat(row);
      runProbes([probe], environment);
    }
  }
}

function produceRows(pipeline: Pipeline, outer: Environment | undefined): Produced {
  const environment: MutableEnvironment = { row: [], outer };
  const source = filteredRows(pipeline, environment);
  const { projected, terms } = pipeline;
  const rows: Row[] = [];
  const sortValues: Row[] = [];
  for (const row of source) {
    environment.row = row;
    rows.push(evaluateAll(projected, environment));
    if (terms.length > 0) sortValues.push(evaluateAll(terms, environment));
  }
  return { rows, sortValues };
}

function produceGroups(pipeline: Pipeline, outer: Environment | undefined): Produced {
  const { level, groupKeys, having, projected, terms, hasGroupBy } = pipeline;
  const { context } = level;
  const environment: MutableEnvironment = { row: [], outer };
  const source = filteredRows(pipeline, environment);
  const groups = hasGroupBy ? groupRows(source, groupKeys, environment) : [[...source]];
  const rows: Row[] = [];
  const sortValues: Row[] = [];
  for (const group of groups) {
    const values = aggregateGroup(context, level.aggregates, group, environment);
    if (group.length === 0) {
      // Where SQLite flattens a subquery, its columns are expressions, and those of no row may be constants.
      const flattened = level.sources.some((source) => source.table === undefined);
      if (level.bareColumns && flattened) depends(context, 'bare column of no row');
      group.push(new Array<SqlValue>(level.width).fill(null));
    }
    const finish = (representative: Row): readonly SqlValue[] | undefined => {
      environment.row = representative.concat(values);
      runProbes(level.probes.group, environment);
      if (having !== undefined && truth(having.evaluate(environment)) !== true) return undefined;
      const row = evaluateAll(projected, environment);
      for (const term of terms) row.push(term.evaluate(environment));
      return row;
    };
    const row = finish(group[0]);
    if (level.bareColumns) {
      for (let i = 1; i < group.length; i++) {
        const other = finish(group[i]);
        if (row === undefined ? other !== undefined : other === undefined || !sameRow(row, other)) {
          depends(context, 'bare column of a group');
          break;
        }
      }
    }
    if (row === undefined) continue;
    rows.push(row.slice(0, projected.length));
    sortValues.push(row.slice(projected.length));
  }
  return { rows, sortValues };
}

function evaluateAll(
  items: readonly { evaluate: (environment: Environment) => SqlValue }[],
  environment: Environment,
): SqlValue[] {
  const values: SqlValue[] = [];
  for (let i = 0; i < items.length; i++) values.push(items[i].evaluate(environment));
  return values;
}

function withoutDuplicates({ level, projected }: Pipeline, { rows, sortValues }: Produced): Produced {
  const collations = projected.map(({ column }) => collationOf(column));
  const kept = new Map<string, number>();
  const keptRows: Row[] = [];
  const keptValues: Row[] = [];
  for (let i = 0; i < rows.length; i++) {
    const key = equalityKeyOfRow(rows[i], collations);
    const other = kept.get(key);
    if (other === undefined) {
      kept.set(key, i);
      keptRows.push(rows[i]);
      if (sortValues.length > 0) keptValues.push(sortValues[i]);
    } else if (
      !sameRow(rows[i], rows[other]) ||
      (sortValues.length > 0 && !sameRow(sortValues[i], sortValues[other]))
    ) {
      depends(level.context, 'DISTINCT representative');
    }
  }
  return { rows: keptRows, sortValues: keptValues };
}

export function projectColumns(columns: readonly ResultColumn[], level: Level): Projected[] {
  const projected: Projected[] = [];
  for (const column of columns) {
    switch (column.kind) {
      case 'all':
        if (level.sources.length === 0) throw new Refusal('other', 'no tables specified');
        for (const source of level.sources) projectSource(source, level, true, projected);
        if (level.phase === 'group') level.bareColumns = true;
        break;
      case 'allOf': {
        const name = column.table.toLowerCase();
        const found = level.sources.filter((source) => source.name === name);
        if (found.length === 0) throw new Refusal('noSuchTable', `no such table: ${column.table}`);
        for (const source of found) projectSource(source, level, false, projected);
        if (level.phase === 'group') level.bareColumns = true;
        break;
      }
      case 'expression': {
        const compiled = compileIn(level, column.expression);
        const { affinity, collation, evaluate } = compiled;
        const arm = {
          affinity,
          collation,
          classes: classesOf(column.expression, (part) => compile(part, level).affinity),
        };
        const named =
          column.alias === undefined
            ? nameOf(column.expression, level, projected.length)
            : { name: column.alias, naming: 'known' as const };
        projected.push({ column: { ...named, arms: [arm] }, evaluate });
      }
    }
  }
  return projected;
}

function projectSource(source: Source, level: Level, merging: boolean, projected: Projected[]): void {
  source.columns.list.forEach((column, position) => {
    const lower = column.name.toLowerCase();
    checkReadable(column);
    if (merging && source.hidden?.has(lower)) return;
    const merged = merging ? level.merged.get(lower) : undefined;
    const { affinity, collation } = merged ?? column;
    const index = merged?.index ?? source.offset + position;
    const arm = { affinity, collation, classes: classesOfAffinity(affinity) };
    projected.push({
      column: { name: column.name, naming: source.ambiguous?.has(lower) ? 'open' : 'known', arms: [arm] },
      evaluate: (environment) => environment.row[index],
    });
  });
}

/** The name of a result column without alias: a column's own name, or the text of an expression. */
function nameOf(expression: Expression, level: Level, position: number): Omit<QueryColumn, 'arms'> {
  const text = { name: `\u0000${position}`, naming: 'text' } as const;
  if (expression.kind !== 'column') return text;
  const lower = expression.name.toLowerCase();
  const table = expression.table?.toLowerCase();
  for (const source of level.sources) {
    if (table !== undefined && source.name !== table) continue;
    const at = source.columns.positions.get(lower);
    if (at === undefined) continue;
    return { name: source.columns.list[at].name, naming: source.ambiguous?.has(lower) ? 'open' : 'known' };
  }
  return text;
}

function aliasesOf(columns: readonly ResultColumn[]): ReadonlySet<string> | undefined {
  let aliases: Set<string> | undefined;
  for (const column of columns) {
    if (column.kind === 'expression' && column.alias !== undefined) {
      (aliases ??= new Set()).add(column.alias.toLowerCase());
    }
  }
  return aliases;
}

/** GROUP BY 2 means the second result column. */
function groupTerm(term: Expression, core: SelectCore): Expression {
  const ordinal = ordinalOf(term);
  if (ordinal === undefined) return term;
  if (core.columns.some((column) => column.kind !== 'expression')) throw new Unknown('ordinal with *');
  const column = core.columns[ordinal - 1];
  if (column === undefined) throw new Refusal('other', 'GROUP BY term out of range');
  return (column as { expression: Expression }).expression;
}

/** An integer literal in ORDER BY or GROUP BY is the number of a result column. */
export function ordinalOf(expression: Expression): number | undefined {
  if (expression.kind === 'collate') return ordinalOf(expression.operand);
  if (expression.kind === 'unary' && (expression.operator === '-' || expression.operator === '+')) {
    if (ordinalOf(expression.operand) !== undefined) throw new Unknown('signed ordinal');
  }
  if (expression.kind === 'hex') throw new Unknown('hexadecimal ordinal');
  if (expression.kind !== 'literal' || typeof expression.value !== 'bigint') return undefined;
  const { value } = expression;
  if (value < -(2n ** 31n) + 1n || value >= 2n ** 31n) return undefined;
  return Number(value);
}

/** The result column that a bare name in ORDER BY means, or -1. */
export function aliasOf(expression: Expression, columns: readonly ResultColumn[]): number {
  if (expression.kind === 'collate') return aliasOf(expression.operand, columns);
  if (expression.kind !== 'column' || expression.table !== undefined) return -1;
  const name = expression.name.toLowerCase();
  return columns.findIndex((column) => column.kind === 'expression' && column.alias?.toLowerCase() === name);
}

export function explicitCollation(term: OrderTerm): Collation | undefined {
  if (term.collation !== undefined) return term.collation;
  return term.expression.kind === 'collate' ? term.expression.collation : undefined;
}

export function sortKey(term: OrderTerm, collation: Collation | undefined): SortKey {
  const descending = term.descending ?? false;
  return {
    collation: explicitCollation(term) ?? collation ?? 'BINARY',
    descending,
    nullsFirst: term.nulls === undefined ? !descending : term.nulls === 'FIRST',
  };
}

function compileOrderTerm(
  term: OrderTerm,
  position: number,
  core: SelectCore,
  projected: readonly Projected[],
  level: Level,
): Term {
  const ordinal = ordinalOf(term.expression);
  if (ordinal !== undefined) {
    const target = projected[ordinal - 1];
    if (target === undefined) throw new Refusal('other', `ORDER BY term ${position + 1} out of range`);
    return { evaluate: target.evaluate, key: sortKey(term, collationOf(target.column)) };
  }
  const alias = aliasOf(term.expression, core.columns);
  if (alias >= 0) {
    if (core.columns.some((column) => column.kind !== 'expression')) throw new Unknown('alias with *');
    return { evaluate: projected[alias].evaluate, key: sortKey(term, collationOf(projected[alias].column)) };
  }
  const compiled = compileIn(level, term.expression);
  return { evaluate: compiled.evaluate, key: sortKey(term, compiled.collation) };
}
