// Names that hide others: an alias or a common table with the name of a table, a result column with the name of another column.
// It renames what a finished query calls by a name of its own, so that it means the same as before wherever SQL says so.

import type { Random } from '../../../../random.ts';
import type { ResultColumn, Select } from '../../../../sql/ast.ts';
import type { DatabaseView } from '../../../view.ts';
import type { Setting } from '../setting.ts';

type Node = Readonly<Record<string, unknown>>;

export function shadowed(
  random: Random,
  view: DatabaseView,
  { features, weights }: Pick<Setting, 'features' | 'weights'>,
  select: Select,
): Select {
  if (!random.chance(weights.percent.shadow)) return select;
  let made = select;
  if (features.has('shadow.table')) made = withTableNames(random, view, made, 'alias');
  if (features.has('shadow.common')) made = withTableNames(random, view, made, 'common');
  if (features.has('shadow.column') && features.has('select.alias')) made = withColumnName(random, made);
  return made;
}

/** Gives aliases, or common tables, the names of tables that nothing else in the query is called by. */
function withTableNames(
  random: Random,
  view: DatabaseView,
  select: Select,
  what: 'alias' | 'common',
): Select {
  let made = select;
  for (const own of ownNames(select)[what]) {
    const { read, called } = ownNames(made);
    // An alias hides no table from FROM, but a common table does.
    const taken = what === 'alias' ? called : new Set([...called, ...read]);
    const free = [...view.tables, ...view.views].filter(({ name }) => !taken.has(name));
    if (free.length > 0) made = renamed(made, own, random.pick(free).name);
  }
  return made;
}

interface OwnNames {
  /** Names that the generator made up. */
  readonly alias: ReadonlySet<string>;
  readonly common: ReadonlySet<string>;
  /** What FROM reads, and what its items are called. */
  readonly read: ReadonlySet<string>;
  readonly called: ReadonlySet<string>;
}

function ownNames(select: Select): OwnNames {
  const alias = new Set<string>();
  const common = new Set<string>();
  const read = new Set<string>();
  const called = new Set<string>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return;
    const node = value as Node;
    if (Array.isArray(node.with)) {
      for (const { name } of node.with as { name: string }[]) {
        called.add(name);
        if (MADE_UP.test(name)) common.add(name);
      }
    }
    if (node.kind === 'table' || node.kind === 'subquery') {
      if (node.kind === 'table') read.add(node.name as string);
      const name = (node.alias ?? node.name) as string | undefined;
      if (name !== undefined) called.add(name);
      if (node.alias !== undefined && MADE_UP.test(node.alias as string)) alias.add(node.alias as string);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(select);
  return { alias, common, read, called };
}

/** See freshAlias in context.ts. */
const MADE_UP = /^q\d+$/;

function renamed<T>(value: T, from: string, to: string): T {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to)) as T;
  const entries = Object.entries(value).map(([key, child]) => [
    key,
    child === from && NAMING.has(key) ? to : renamed(child, from, to),
  ]);
  return Object.fromEntries(entries) as T;
}

const NAMING: ReadonlySet<string> = new Set(['table', 'name', 'alias']);

/** Gives one result column the name of a column that the query reads. */
function withColumnName(random: Random, select: Select): Select {
  const { body } = select;
  if (body.kind !== 'core') return select;
  const names = [...columnNames(body)];
  const at = body.columns.findIndex(({ kind }) => kind === 'expression');
  if (at < 0 || names.length === 0) return select;
  const alias = random.pick(names);
  const columns = body.columns.map(
    (column, i): ResultColumn => (i === at && column.kind === 'expression' ? { ...column, alias } : column),
  );
  return { ...select, body: { ...body, columns } };
}

function columnNames(value: unknown, names = new Set<string>()): Set<string> {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return names;
  const { kind, name } = value as Node;
  if (kind === 'column') names.add(name as string);
  for (const child of Object.values(value)) columnNames(child, names);
  return names;
}
