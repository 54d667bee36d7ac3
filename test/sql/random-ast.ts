// Random syntax trees, derived from the grammar: every kind with every field, and no care for what they mean. What SQL's syntax
// demands beyond the grammar is mended after a part is made.

import type { Random } from '../../src/random.ts';
import type {
  Assignment,
  Expression,
  FromItem,
  InsertRow,
  Select,
  SelectBody,
  Statement,
  TriggerStatement,
  Upsert,
} from '../../src/sql/ast.ts';
import { column, NULL } from '../../src/sql/build.ts';
import { type Entry, hasKinds, kindsOfSort } from '../../src/sql/grammar/entries.ts';
import type { Held, Sort, Sorts } from '../../src/sql/grammar.ts';
import type { SqlValue } from '../../src/sql/value.ts';

const NAMES = [
  ...['a', 'b1', 't0', 'order', 'Select', 'two words', 'quo"te', 'rowid', 'ünï', '1st', 'true', 'key'],
];
const FUNCTIONS = ['abs', 'replace', 'glob', 'min', 'sum', 'total'];
const TYPES = ['INTEGER', 'TEXT', 'VARCHAR(10)', 'DECIMAL(10, 5)', 'DOUBLE PRECISION'];

/** Texts that must be more than any text, by kind (or sort) and field. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'hex.digits': ['0', 'ff', 'FFFFFFFFFFFFFFFF'],
  'cast.type': TYPES,
  'columnDefinition.type': TYPES,
  'window.frame': ['ROWS BETWEEN 1 PRECEDING AND CURRENT ROW', 'GROUPS UNBOUNDED PRECEDING'],
  'rawExpression.sql': ['1 OR 2'],
  'raw.sql': ['SELECT 1'],
  'pragma.name': ['integrity_check', 'cache_size'],
  'pragma.value': ['-2', 'TRUNCATE'],
};

interface Making {
  readonly random: Random;
  /** References to draws cannot be printed. */
  readonly draws: boolean;
}

/** A random tree; `draws` lets it refer to draws too. */
export function randomTree<S extends Sort>(random: Random, sort: S, depth: number, draws = false): Sorts[S] {
  return partOf({ random, draws }, sort, depth);
}

export function statement(random: Random, depth: number): Statement {
  return randomTree(random, 'statement', depth);
}

function partOf<S extends Sort>(making: Making, sort: S, depth: number, only?: readonly string[]): Sorts[S] {
  const { random } = making;
  const [kind, entries] = random.pick(kindsAt(making, sort, depth, only));
  const part: Record<string, unknown> = hasKinds(sort) ? { kind } : {};
  for (const { key, held, isOptional } of entries) {
    if (isOptional && ((depth <= 0 && holdsNode(held)) || random.oneIn(2))) continue;
    part[key] = heldBy(making, held, depth, `${kind}.${key}`);
  }
  const mend = MENDED[sort] as ((part: Sorts[S]) => Sorts[S]) | undefined;
  return mend === undefined ? (part as Sorts[S]) : mend(part as Sorts[S]);
}

/** At the bottom only those that need nothing below, or at least nothing of their own sort. */
function kindsAt(
  { draws }: Making,
  sort: Sort,
  depth: number,
  only?: readonly string[],
): (readonly [string, readonly Entry[]])[] {
  const all = [...kindsOfSort(sort)].filter(
    ([kind]) => (only?.includes(kind) ?? true) && (draws || kind !== 'draw'),
  );
  if (depth > 0) return all;
  const leaves = all.filter(([, entries]) => !entries.some((entry) => needs(entry)));
  return leaves.length > 0
    ? leaves
    : all.filter(([, entries]) => !entries.some((entry) => needs(entry, sort)));
}

function needs({ held, isOptional }: Entry, sort?: Sort): boolean {
  if (isOptional) return false;
  const item = held.holds === 'list' && held.least > 0 ? held.of : held;
  return item.holds === 'node' ? sort === undefined || item.sort === sort : item !== held && holdsNode(item);
}

function holdsNode(held: Held): boolean {
  return held.holds === 'list' ? holdsNode(held.of) : held.holds === 'node';
}

function heldBy(making: Making, held: Held, depth: number, place: string): unknown {
  const { random, draws } = making;
  switch (held.holds) {
    case 'node':
      return partOf(making, held.sort, hasKinds(held.sort) ? depth - 1 : depth, held.kinds);
    case 'list': {
      if (held.or !== undefined && (draws || held.or.holds === 'keyword') && random.oneIn(4))
        return heldBy(making, held.or, depth, place);
      const length = depth <= 0 && holdsNode(held) ? held.least : random.between(held.least, held.least + 2);
      const items = Array.from({ length }, () => heldBy(making, held.of, depth, place));
      // No name twice: the parser minds.
      return held.of.holds === 'name' ? items.map((item, i) => `${item}${i}`) : items;
    }
    case 'name':
      return random.pick(TEXTS[place] ?? (held.of === 'function' ? FUNCTIONS : NAMES));
    case 'draw':
      return random.pick(['d0', 'd1']);
    case 'keyword':
      return random.pick(held.words);
    case 'flag':
      return random.oneIn(2);
    case 'number':
      return random.below(9);
    case 'value':
      return value(random);
    case 'text':
      return random.pick(TEXTS[place] ?? ['some text', "it's"]);
  }
}

const MENDED: { readonly [S in Sort]?: (part: Sorts[S]) => Sorts[S] } = {
  expression: mendedExpression,
  select: mendedSelect,
  body: mendedBody,
  from: mendedFrom,
  statement: mendedStatement,
  assignment: ({ columns, value: given }) =>
    columns.length === 1 ? { columns, value: given } : { columns, value: rowOf(columns.length, [given]) },
  constraint: (part) => (part.kind === 'foreignKey' ? { ...part, references: part.columns } : part),
  upsert: ({ where, ...part }) =>
    part.set === undefined ? part : { ...part, where, set: distinct(part.set) },
};

function mendedExpression(part: Expression): Expression {
  if (part.kind === 'like' && part.operator === 'GLOB') return { ...part, escape: undefined };
  if (part.kind === 'raise')
    return { ...part, message: part.action === 'IGNORE' ? undefined : (part.message ?? 'no') };
  if (part.kind !== 'call') return part;
  if (part.arguments === '*') return { ...part, name: 'count', distinct: undefined };
  return part.arguments.length === 1 ? part : { ...part, distinct: undefined };
}

function ofDifferentNames(common: Select['with']): Select['with'] {
  return common?.map((table, i) => ({ ...table, name: `${table.name}${i}` }));
}

function mendedSelect({ offset, recursive, ...part }: Select): Select {
  return {
    ...part,
    with: ofDifferentNames(part.with),
    offset: part.limit === undefined ? undefined : offset,
    recursive: part.with === undefined ? undefined : recursive,
  };
}

function mendedBody(part: SelectBody): SelectBody {
  if (part.kind === 'values') return { ...part, rows: ofOneWidth(part.rows) as Expression[][] };
  if (part.kind !== 'core' || part.from !== undefined) return part;
  // `*` needs a table.
  const columns = part.columns.map((item) =>
    item.kind === 'expression' ? item : ({ kind: 'expression', expression: NULL } as const),
  );
  return { ...part, columns };
}

function mendedFrom(part: FromItem): FromItem {
  if (part.kind !== 'join') return part;
  if (part.natural) return { ...part, on: undefined, using: undefined };
  return part.using === undefined ? part : { ...part, on: undefined };
}

function mendedStatement(part: Statement): Statement {
  switch (part.kind) {
    case 'select':
      return mendedSelect(part);
    case 'insert': {
      const { source } = part;
      if (source.kind === 'defaultValues') return { ...part, upsert: undefined };
      if (source.kind === 'select') return { ...part, upsert: part.upsert?.map(withTarget) };
      return {
        ...part,
        source: { ...source, rows: ofOneWidth(source.rows) },
        upsert: part.upsert?.map(withTarget),
      };
    }
    case 'update':
      return { ...part, with: ofDifferentNames(part.with), set: distinct(part.set) };
    case 'delete':
      return { ...part, with: ofDifferentNames(part.with) };
    case 'createTable':
      return { ...part, columns: part.columns.map((item, i) => ({ ...item, name: `c ${i}` })) };
    case 'createTrigger':
      return {
        ...part,
        of: part.event === 'UPDATE' ? part.of : undefined,
        body: part.body.map(inTrigger),
      };
    case 'pragma':
      return part.value === undefined ? { ...part, form: undefined } : { ...part, form: part.form ?? '=' };
    case 'begin':
      // The parser knows no BEGIN CONCURRENT.
      return part.mode === 'CONCURRENT' ? { kind: 'begin' } : part;
    default:
      return part;
  }
}

/** In a trigger a write has no alias, returns nothing, and lists what it inserts. */
function inTrigger(part: TriggerStatement): TriggerStatement {
  switch (part.kind) {
    case 'select':
      return part;
    case 'insert': {
      const isBare = part.source.kind === 'defaultValues';
      const source = isBare ? { kind: 'values' as const, rows: [[NULL]] } : part.source;
      return { ...part, source, returning: undefined };
    }
    default:
      return { ...part, with: undefined, alias: undefined, returning: undefined };
  }
}

function ofOneWidth(rows: readonly InsertRow[]): InsertRow[] {
  const [first] = rows;
  const width = 'draw' in first ? 1 : first.length;
  return rows.map((row) => ('draw' in row ? row : Array.from({ length: width }, (_, i) => row[i] ?? NULL)));
}

function rowOf(length: number, items: readonly Expression[]): Expression {
  return { kind: 'row', items: Array.from({ length }, (_, i) => items[i] ?? NULL) };
}

/** The parser refuses to set a column twice. */
function distinct(set: readonly Assignment[]): Assignment[] {
  return set.map((item, i) => ({ ...item, columns: item.columns.map((_, j) => `c${i}_${j}`) }));
}

/** Only the last clause may do without a target. */
function withTarget(clause: Upsert): Upsert {
  return { ...clause, target: clause.target ?? { columns: [{ expression: column('a') }] } };
}

export function value(random: Random): SqlValue {
  switch (random.below(8)) {
    case 0:
      return null;
    case 1:
      return random.pick([0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 5n, -7n]);
    case 2:
      return random.int64();
    case 3:
      return random.pick([0, -0, 1.5, -2, 1e300, 5e-324, Infinity, -Infinity, 0.1, 1e16, 123456789012345680]);
    case 4:
      return randomReal(random);
    case 5:
      return random.pick(['', 'a', "it's", '\0', 'a\0b', '\0\0', '--', 'ü\n', '😀', '/*']);
    case 6:
      return new Uint8Array(random.pick([[], [0], [255, 0, 128]]));
    default:
      return BigInt(random.below(10));
  }
}

/** Any finite double: random bits. */
export function randomReal(random: Random): number {
  const words = new Uint32Array([random.word(), random.word()]);
  const real = new Float64Array(words.buffer)[0];
  return Number.isFinite(real) ? real : 0;
}
