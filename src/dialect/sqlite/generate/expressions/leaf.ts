// The leaves of expressions: columns and literals.

import type { Random } from '../../../../random.ts';
import type { ColumnReference, Expression, Literal } from '../../../../sql/ast.ts';
import { column as columnNamed, literal } from '../../../../sql/build.ts';
import { type SqlValue, sameValue } from '../../../../sql/index.ts';
import type { Want } from '../../functions/function.ts';
import { type Source, type SourceColumn, storedValue } from '../queries/source.ts';
import { alike, neighbour, ordinaryValue, permitted, valueFor } from '../values/values.ts';
import type { GenerationContext } from './generation-context.ts';

/** A column in reach, with what is known of it. */
export interface Reach {
  readonly source: Source;
  readonly column: SourceColumn;
}

/** Any column in reach; undefined if there is none. */
export function pickColumn(context: GenerationContext, want: Want): Reach | undefined {
  const { random, sources, outer } = context;
  let pool = sources;
  if (outer.length > 0 && (sources.length === 0 || random.chance(OUTER_PERCENT))) {
    if (context.grammar.features.has('expression.correlated')) pool = outer;
  }
  if (pool.length === 0) return undefined;
  const source = pool.length === 1 ? pool[0] : random.pick(pool);
  let column = random.pick(source.columns);
  for (let attempt = 0; attempt < 2 && !suits(column, want); attempt++) column = random.pick(source.columns);
  return { source, column };
}

/** The same, but rather a column in which two rows differ: only there can a comparison tell rows apart. */
export function pickTelling(context: GenerationContext, want: Want): Reach | undefined {
  const reach = pickColumn(context, want);
  return reach === undefined || isTelling(context.random, reach.column) ? reach : pickColumn(context, want);
}

function isTelling(random: Random, { sample, position }: SourceColumn): boolean {
  if (sample === undefined || sample.rowCount < 2) return true;
  const [one, other] = [random.below(sample.rowCount), random.below(sample.rowCount)];
  return one === other || !sameValue(sample.rowAt(one)[position], sample.rowAt(other)[position]);
}

function suits(column: SourceColumn, want: Want): boolean {
  if (want === 'any') return true;
  if (column.affinity === 'blob' || column.affinity === 'none') return true;
  return (want === 'text') === (column.affinity === 'text');
}

/** Qualified, or at random unqualified where the name is unique. */
export function reference(context: GenerationContext, { source, column }: Reach): ColumnReference {
  if (source.name === undefined) return columnNamed(column.name);
  if (context.random.chance(UNQUALIFIED_PERCENT) && isClear(context, source, column.name))
    return columnNamed(column.name);
  return columnNamed(column.name, source.name);
}

/** Is there no other column of this name, in the query or, for those around it, in any? */
function isClear(
  { sources, outer, qualified, outerQualified }: GenerationContext,
  owner: Source,
  name: string,
) {
  const isOwn = sources.includes(owner);
  if (qualified || (!isOwn && outerQualified)) return false;
  const found = timesIn(sources, name);
  return isOwn ? found === 1 : found === 0 && timesIn(outer, name) === 1;
}

function timesIn(sources: readonly Source[], name: string): number {
  let found = 0;
  for (const source of sources) {
    for (const column of source.columns) if (column.name === name) found++;
  }
  return found;
}

/** A column if one is in reach, otherwise a literal. */
export function columnLeaf(context: GenerationContext, want: Want): Expression {
  const { random, grammar, sources, outer } = context;
  if (sources.length > 0 && grammar.features.has('expression.rowid') && random.chance(ROWID_PERCENT)) {
    const mayAskAround = outer.length > 0 && grammar.features.has('expression.correlated');
    const source = random.pick(mayAskAround && random.oneIn(4) ? outer : sources);
    if (source.hasRowid && source.name !== undefined) return columnNamed('rowid', source.name);
  }
  const reach = pickColumn(context, want);
  return reach === undefined ? literalLeaf(context, want) : reference(context, reach);
}

export function literalLeaf(context: GenerationContext, want: Want): Literal {
  const { random, grammar } = context;
  if (random.chance(grammar.weights.value.null >> 1)) return literal(null);
  // A value near one that is stored tells rows apart more often than a random one.
  const reach = random.oneIn(3) ? pickColumn(context, want) : undefined;
  if (reach !== undefined) return literal(valueFor(random, reach.column, grammar));
  const affinity = want === 'number' ? 'numeric' : want === 'text' ? 'text' : 'none';
  return literal(permitted(ordinaryValue(random, affinity, grammar), grammar));
}

/** A value to compare the column with: mostly stored, or next to one that is, so that the rows differ in the answer. */
export function comparand(context: GenerationContext, column: SourceColumn): SqlValue {
  const { random, grammar } = context;
  const point = random.below(100);
  if (point < 82) {
    const stored = storedValue(random, column) ?? storedValue(random, column);
    if (stored !== undefined && stored !== null) {
      const met = point < 52 ? stored : point < 62 ? alike(random, stored) : neighbour(random, stored);
      return permitted(met, grammar);
    }
  }
  return valueFor(random, column, grammar, point < 97);
}

const OUTER_PERCENT = 15;
const UNQUALIFIED_PERCENT = 20;
const ROWID_PERCENT = 3;
