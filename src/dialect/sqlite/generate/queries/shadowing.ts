// Names that hide others: an alias or a common table with the name of a table, a result column with the name of another column.
// It renames what a finished query calls by a name of its own, so that it means the same as before wherever SQL says so.

import type { Random } from '../../../../random.ts';
import type { ResultColumn, Select } from '../../../../sql/ast.ts';
import { columnsIn, mapNames, visit } from '../../../../sql/index.ts';
import type { DatabaseView } from '../../../view.ts';
import type { Setting } from '../setting.ts';

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
  visit(select, (node) => {
    if (node.kind === 'select') {
      for (const { name } of node.with ?? []) {
        called.add(name);
        if (MADE_UP.test(name)) common.add(name);
      }
    }
    if (node.kind === 'table') read.add(node.name);
    if (node.kind === 'table' && node.alias === undefined) called.add(node.name);
    if ((node.kind === 'table' || node.kind === 'subquery') && node.alias !== undefined) {
      called.add(node.alias);
      if (MADE_UP.test(node.alias)) alias.add(node.alias);
    }
    return true;
  });
  return { alias, common, read, called };
}

/** See freshAlias in generation-context.ts. */
const MADE_UP = /^q\d+$/;

function renamed(select: Select, from: string, to: string): Select {
  return mapNames('select', select, (name, of) => (name === from && of === 'table' ? to : name));
}

/** Gives one result column the name of a column that the query reads. */
function withColumnName(random: Random, select: Select): Select {
  const { body } = select;
  if (body.kind !== 'core') return select;
  const names = [...new Set(columnsIn(body).map(({ name }) => name))];
  const at = body.columns.findIndex(({ kind }) => kind === 'expression');
  if (at < 0 || names.length === 0) return select;
  const alias = random.pick(names);
  const columns = body.columns.map(
    (column, i): ResultColumn => (i === at && column.kind === 'expression' ? { ...column, alias } : column),
  );
  return { ...select, body: { ...body, columns } };
}
