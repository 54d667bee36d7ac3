// One SELECT: FROM, WHERE, GROUP BY and HAVING, the result columns, DISTINCT, and the values to sort by.

import type { OrderTerm, SelectCore } from '../../../../sql/ast.ts';
import { type Row, type SqlValue, sameRow } from '../../../../sql/index.ts';
import type { Compiled, Environment } from '../../evaluate/compile.ts';
import { truth } from '../../evaluate/convert.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { sqliteBugs, wrongInSqlite } from '../../sqlite-bugs.ts';
import type { Body, Produced } from './compiled-query.ts';
import { checkConverted, noteConverted, resultColumns, sortedPlaces } from './converted.ts';
import { equalityKeyOfRow } from './equality-key.ts';
import { compileFrom } from './from.ts';
import { aggregateGroup, barePlaces, groupRows } from './group.ts';
import type { Relation } from './join.ts';
import { type Probe, runProbes } from './probes.ts';
import { aliasesOf, type Projected, projectColumns } from './projection.ts';
import { collationOf } from './query-column.ts';
import { compileIn, type Level, type MutableEnvironment } from './scope.ts';
import { depends, scan } from './statement-context.ts';
import { compileOrderTerm, groupTerm, type Term } from './terms.ts';

export function compileCore(core: SelectCore, orderBy: readonly OrderTerm[], level: Level): Body {
  // In ON, too, they are names where no column is called so.
  level.aliases = aliasesOf(core.columns);
  const relation = core.from === undefined ? undefined : compileFrom(core.from, level);
  const where = core.where === undefined ? undefined : compileIn(level, core.where);
  noteConverted(level, where?.converted);
  const groupKeys = (core.groupBy ?? []).map((term) => compileIn(level, groupTerm(term, core)));
  level.phase = 'group';
  // Inside a result column an alias of another one is no name.
  const aliases = level.aliases;
  level.aliases = undefined;
  const projected = projectColumns(core.columns, level);
  level.aliases = aliases;
  const having = core.having === undefined ? undefined : compileIn(level, core.having);
  noteConverted(level, having?.converted);
  const terms = orderBy.map((term, i) => compileOrderTerm(term, i, core, projected, level));
  if (sqliteBugs['groups-in-inner-order'].isMet(core, terms.length > 0, level.readsSorted)) {
    throw wrongInSqlite('groups-in-inner-order');
  }
  const grouped = level.aggregates.length > 0 || core.groupBy !== undefined;
  if (having !== undefined && !grouped) throw new Refusal('other', 'HAVING clause on a non-aggregate query');
  const tables = level.sources.flatMap(({ table }) => (table === undefined ? [] : [table.schema]));
  if (sqliteBugs['equated-by-collation'].isMet(core, tables)) throw wrongInSqlite('equated-by-collation');
  if (sqliteBugs['in-keeps-whole-reals'].isMet(core, grouped, (name) => hasReal(level, name))) {
    throw wrongInSqlite('in-keeps-whole-reals');
  }

  const { distinct } = core;
  const keys = [
    ...groupKeys.map(({ column }) => column),
    ...(distinct ? projected.map(({ place }) => place) : []),
  ];
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
    sorted: sortedPlaces(level, keys, terms),
  };
  return {
    columns: resultColumns(level, projected, keys),
    sortKeys: terms.map(({ key }) => key),
    correlated: level.correlated,
    mayRaise: level.mayRaise,
    sums: level.aggregates.some(({ compiled }) => compiled.mayRaise),
    readsSorted: level.readsSorted,
    produce(outer) {
      const produced = pipeline.grouped ? produceGroups(pipeline, outer) : produceRows(pipeline, outer);
      return distinct ? withoutDuplicates(pipeline, produced) : produced;
    },
  };
}

function hasReal(level: Level, name: string): boolean {
  return level.sources.some(({ columns }) =>
    columns.list.some((column) => column.affinity === 'real' && column.name.toLowerCase() === name),
  );
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
  /** The columns that are sorted or grouped by. */
  readonly sorted: readonly number[];
}

const NO_SOURCE: readonly Row[] = [[]];

function filteredRows(pipeline: Pipeline, environment: MutableEnvironment): readonly Row[] {
  const rows = rowsToKeep(pipeline, environment);
  checkConverted(pipeline.level.converted, pipeline.sorted, rows);
  return rows;
}

function rowsToKeep(
  { level, relation, where, grouped }: Pipeline,
  environment: MutableEnvironment,
): readonly Row[] {
  const keep = (row: Row): boolean => {
    environment.row = row;
    return truth(where!.evaluate(environment)) === true;
  };
  const probes = grouped ? level.probes.row : [...level.probes.row, ...level.probes.group];
  if (relation?.kept !== undefined && where !== undefined && probes.length === 0) {
    return relation.kept(environment.outer, keep);
  }
  const rows = relation === undefined ? NO_SOURCE : relation.rows(environment.outer);
  if (probes.length > 0) probeRows(level, rows, probes, environment);
  return where === undefined ? rows : rows.filter(keep);
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
    const candidates = level.bareColumns
      ? barePlaces(level.aggregates, groupKeys, group, values, environment)
      : group;
    const row = finish(candidates[0]);
    if (level.bareColumns) {
      for (let i = 1; i < candidates.length; i++) {
        const other = finish(candidates[i]);
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
