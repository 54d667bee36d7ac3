// The result columns of a query: stars, plain columns, expressions, aggregates.

import type { Expression, ResultColumn } from '../../../../sql/ast.ts';
import type { GenerationContext, QueryShape } from '../expressions/generation-context.ts';
import { pickColumn, reference } from '../expressions/leaf.ts';
import { aggregateCall, windowCall } from './aggregates.ts';
import type { Source, SourceColumn } from './source.ts';

/** One column of the result, and how the query around it sees it. */
export interface Result {
  /** None for the columns of a star. */
  readonly expression: Expression | undefined;
  readonly column: Omit<SourceColumn, 'position'> & { readonly position?: number };
}

type Made = Result & { readonly expression: Expression };

export interface Results {
  readonly columns: readonly ResultColumn[];
  readonly results: readonly Result[];
}

export function results(
  context: GenerationContext,
  shape: QueryShape,
  depth: number,
  merged: boolean,
): Results {
  const { random, grammar, sources } = context;
  const weights = grammar.weights.resultColumns;
  // A star's width must be known, and its names be different where names matter.
  const mayStar =
    sources.length > 0 &&
    (!context.lasting || shape.mayStar === true) &&
    shape.freshName === undefined &&
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
export function aggregateResults(context: GenerationContext, shape: QueryShape, depth: number): Results {
  const { random, grammar, group } = context;
  const count = shape.columns ?? random.between(1, 3);
  return listed(context, shape, count, (i) => {
    // Without GROUP BY it takes an aggregate to make it an aggregate query.
    if (i === 0 && group?.length === 0) return computed(aggregateCall(context));
    const mayBeBare = grammar.features.has('select.bareColumn');
    if (mayBeBare && random.chance(grammar.weights.percent.bareColumn)) return plainColumn(context);
    const key = group?.[i];
    if (key !== undefined && random.oneIn(2)) return computed(key);
    return computed(context.grow.value(context, 'any', depth > 1 && random.oneIn(3) ? 1 : 0));
  });
}

export function windowResult(
  context: GenerationContext,
): (Result & { readonly made: ResultColumn }) | undefined {
  const expression = windowCall(context);
  if (expression === undefined) return undefined;
  const alias = context.grammar.features.has('select.alias') ? 'w0' : undefined;
  const made: ResultColumn = { kind: 'expression', expression, ...(alias ? { alias } : {}) };
  return { ...computed(expression, alias), made };
}

function listed(
  context: GenerationContext,
  shape: QueryShape,
  count: number,
  make: (i: number) => Made,
): Results {
  const columns: ResultColumn[] = [];
  const made: Result[] = [];
  const names = new Set<string>();
  const { features } = context.grammar;
  for (let i = 0; i < count; i++) {
    const { expression, column } = make(i);
    // A rowid is named after the column that is its alias, if there is one.
    const own = expression.kind === 'column' && expression.name !== 'rowid' ? expression.name : undefined;
    const wanted = shape.named
      ? own === undefined || names.has(own) || shape.freshName !== undefined
      : context.random.oneIn(5);
    const alias =
      wanted && features.has('select.alias') ? (shape.freshName?.() ?? freshName(names, i)) : undefined;
    const name = alias ?? own ?? '';
    columns.push(alias ? { kind: 'expression', expression, alias } : { kind: 'expression', expression });
    made.push({ expression, column: name === column.name ? column : { ...column, name } });
    names.add(name);
  }
  return { columns, results: made };
}

function freshName(taken: ReadonlySet<string>, start: number): string {
  let number = start;
  while (taken.has(`x${number}`)) number++;
  return `x${number}`;
}

function allOf(source: Source): Result[] {
  return source.columns.map((column) => ({ expression: undefined, column }));
}

function plainColumn(context: GenerationContext): Made {
  const reach = pickColumn(context, 'any');
  if (reach === undefined) return computed(context.grow.value(context, 'any', 0));
  return { expression: reference(context, reach), column: reach.column };
}

function computed(expression: Expression, name = ''): Made {
  return { expression, column: { name, affinity: 'none', collation: 'BINARY' } };
}
