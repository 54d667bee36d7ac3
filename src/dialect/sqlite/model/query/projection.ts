// The result columns of a SELECT or a RETURNING clause: what they evaluate to, and what they are called.

import type { Call, ColumnReference, Expression, ResultColumn } from '../../../../sql/ast.ts';
import { type Node, type SqlValue, some } from '../../../../sql/index.ts';
import { compile, type Environment } from '../../evaluate/compile.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { classesOf, classesOfAffinity, type QueryColumn } from './query-column.ts';
import { checkReadable, compileIn, type Level, type Source } from './scope.ts';

/** A result column: an expression, or simply a place in the joined row. */
export interface Projected {
  readonly column: QueryColumn;
  readonly evaluate: (environment: Environment) => SqlValue;
  /** Of a mere column: where it is in the row. */
  readonly place?: number;
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
        const { affinity, collation, explicitCollation, evaluate } = compiled;
        const affinityOf = (part: Expression) =>
          part === column.expression ? affinity : compile(part, level).affinity;
        const arm = {
          affinity,
          collation,
          explicitCollation,
          classes: classesOf(column.expression, affinityOf),
          ofCast: column.expression.kind === 'cast',
          ofMixed: compiled.ofMixed === true || readsMixed(column.expression, level),
        };
        const named =
          column.alias === undefined
            ? nameOf(column.expression, level, projected.length)
            : { name: column.alias, naming: 'known' as const };
        projected.push({ column: { ...named, arms: [arm] }, evaluate, place: compiled.column });
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
    const ofMixed = source.columns.mixed?.has(lower);
    const arm = { affinity, collation, classes: classesOfAffinity(affinity), ofMixed };
    projected.push({
      column: { name: column.name, naming: source.ambiguous?.has(lower) ? 'unknown' : 'known', arms: [arm] },
      evaluate: (environment) => environment.row[index],
      place: index,
    });
  });
}

function readsMixed(expression: Expression, level: Level): boolean {
  if (expression.kind !== 'column') return false;
  const table = expression.table?.toLowerCase();
  return level.sources.some(
    ({ name, columns }) =>
      (table === undefined || name === table) && columns.mixed?.has(expression.name.toLowerCase()) === true,
  );
}

/** The name of a result column without alias: a column's own name, or the text of an expression. */
function nameOf(expression: Expression, level: Level, position: number): Omit<QueryColumn, 'arms'> {
  const text = { name: `\u0000${position}`, naming: 'text' } as const;
  const column = columnNamedBy(expression);
  if (column === undefined) return text;
  const lower = column.name.toLowerCase();
  const table = column.table?.toLowerCase();
  // A query in FROM may read the queries around it.
  for (let around: Level | undefined = level; around !== undefined; around = around.outer) {
    for (const source of around.sources) {
      if (table !== undefined && source.name !== table) continue;
      const at = source.columns.positions.get(lower);
      if (at === undefined) continue;
      return {
        name: source.columns.list[at].name,
        naming: source.ambiguous?.has(lower) || some(expression, isHint) ? 'unknown' : 'known',
      };
    }
  }
  return text;
}

/** The column whose name a result column without alias takes: COLLATE does not hide it, and likely() and the like only at times. */
export function columnNamedBy(expression: Expression): ColumnReference | undefined {
  if (expression.kind === 'column') return expression;
  if (expression.kind === 'collate') return columnNamedBy(expression.operand);
  return isHint(expression) ? columnNamedBy(expression.arguments[0]) : undefined;
}

/** SQLite names a result column before it knows what the functions in it are, but that of a view after it. */
function isHint(node: Node): node is Call & { readonly arguments: readonly Expression[] } {
  return (
    node.kind === 'call' &&
    node.arguments !== '*' &&
    node.arguments.length > 0 &&
    HINTS.has(node.name.toLowerCase())
  );
}

const HINTS: ReadonlySet<string> = new Set(['likely', 'unlikely', 'likelihood']);

/** The names that result columns are given, in lower case. */
export function aliasesOf(columns: readonly ResultColumn[]): ReadonlySet<string> | undefined {
  let aliases: Set<string> | undefined;
  for (const column of columns) {
    if (column.kind === 'expression' && column.alias !== undefined) {
      (aliases ??= new Set()).add(column.alias.toLowerCase());
    }
  }
  return aliases;
}
