// The result columns of a query: stars, plain columns, expressions, aggregates.

import type { Expression, ResultColumn } from '../sql/ast.ts';
import { column as columnNamed } from '../sql/build.ts';
import { aggregateCall, windowCall } from './aggregates.ts';
import type { Context, QueryShape } from './context.ts';
import { pickColumn, reference } from './leaf.ts';
import type { Source, SourceColumn } from './source.ts';

/** One column of the result, and how the query around it sees it. */
export interface Result {
  readonly expression: Expression;
  readonly column: Omit<SourceColumn, 'position'> & { readonly position?: number };
}

export interface Results {
  readonly columns: readonly ResultColumn[];
  readonly results: readonly Result[];
}

export function results(context: Context, shape: QueryShape, depth: number, merged: boolean): Results {
  const { random, grammar, sources } = context;
  const weights = grammar.weights.resultColumns;
  // A star's width must be known, and its names be different where names matter.
  const mayStar =
    sources.length > 0 &&
    !context.lasting &&
    shape.columns === undefined &&
    !merged &&
    (!shape.named || sources.length === 1);
  const kind = random.weighted([
    [mayStar ? weights.star : 0, 'star'],
    [mayStar && grammar.features.has('select.tableStar') ? weights.tableStar : 0, 'tableStar'],
    [weights.columns, 'columns'],
    [weights.expressions, 'expressions'],
    [1, 'columns'],
  ] as const);
  if (kind === 'star') return { columns: [{ kind: 'all' }], results: sources.flatMap(allOf) };
  if (kind === 'tableStar') {
    const source = random.pick(sources);
    return { columns: [{ kind: 'allOf', table: source.name! }], results: allOf(source) };
  }
  const count = shape.columns ?? random.between(1, kind === 'columns' ? 4 : 3);
  return listed(context, shape, count, () =>
    kind === 'columns' ? plainColumn(context) : computed(context.grow.value(context, 'any', depth)),
  );
}

/** Of an aggregate query: keys and aggregates, and expressions over them. */
export function aggregateResults(context: Context, shape: QueryShape, depth: number): Results {
  const { random, grammar, group } = context;
  const count = shape.columns ?? random.between(1, 3);
  return listed(context, shape, count, (i) => {
    if (random.chance(grammar.weights.percent.bareColumn))
      return plainColumn({ ...context, group: undefined });
    // Without GROUP BY it takes an aggregate to make it an aggregate query.
    if (i === 0 && group?.length === 0) return computed(aggregateCall(context));
    const key = group?.[i];
    if (key !== undefined && random.oneIn(2)) return computed(key);
    return computed(context.grow.value(context, 'any', depth > 1 && random.oneIn(3) ? 1 : 0));
  });
}

export function windowResult(context: Context): (Result & { readonly made: ResultColumn }) | undefined {
  const expression = windowCall(context);
  if (expression === undefined) return undefined;
  const alias = 'w0';
  return { ...computed(expression, alias), made: { kind: 'expression', expression, alias } };
}

function listed(context: Context, shape: QueryShape, count: number, make: (i: number) => Result): Results {
  const columns: ResultColumn[] = [];
  const made: Result[] = [];
  const names = new Set<string>();
  const { features } = context.grammar;
  for (let i = 0; i < count; i++) {
    const { expression, column } = make(i);
    // A rowid is named after the column that is its alias, if there is one.
    const own = expression.kind === 'column' && expression.name !== 'rowid' ? expression.name : undefined;
    const wanted = shape.named ? own === undefined || names.has(own) : context.random.oneIn(5);
    const alias = wanted && features.has('select.alias') ? `x${i}` : undefined;
    const name = alias ?? own ?? '';
    columns.push({ kind: 'expression', expression, ...(alias ? { alias } : {}) });
    made.push({ expression, column: { ...column, name } });
    names.add(name);
  }
  return { columns, results: made };
}

function allOf(source: Source): Result[] {
  return source.columns.map((column) => ({ expression: columnNamed(column.name, source.name), column }));
}

function plainColumn(context: Context): Result {
  const reach = pickColumn(context, 'any');
  if (reach === undefined) return computed(context.grow.value(context, 'any', 0));
  return { expression: reference(context, reach), column: reach.column };
}

function computed(expression: Expression, name = ''): Result {
  return { expression, column: { name, affinity: 'none', collation: 'BINARY' } };
}
