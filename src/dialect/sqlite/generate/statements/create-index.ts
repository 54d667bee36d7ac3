// CREATE INDEX: unique only where the rows allow it.

import type { Random } from '../../../../random.ts';
import type { CreateIndex, IndexedColumn } from '../../../../sql/ast.ts';
import { column as columnNamed } from '../../../../sql/build.ts';
import { columnsIn } from '../../../../sql/index.ts';
import type { DatabaseView, TableView } from '../../../view.ts';
import { derive, type GenerationContext } from '../expressions/generation-context.ts';
import { contextFor } from '../expressions/grow.ts';
import { tableSource } from '../queries/source.ts';
import type { Setting } from '../setting.ts';
import { looseKey } from './rows.ts';

/** Undefined if there is no table, or all have enough indexes. */
export function createIndex(
  random: Random,
  view: DatabaseView,
  setting: Setting,
  options: { readonly table?: TableView } = {},
): CreateIndex | undefined {
  const { features, weights, names } = setting;
  const { percent, limit } = weights;
  const tables = view.tables.filter(
    ({ knowledge, indexes }) => knowledge !== 'unknown' && indexes.length < limit.indexesPerTable,
  );
  if (options.table === undefined && tables.length === 0) return undefined;
  const table = options.table ?? random.pick(tables);
  // Its expressions name columns alone: a qualifier is an error there.
  const context = derive(contextFor(random, view, setting, [tableSource(table, undefined)]), { pure: true });
  const count = features.has('createIndex.composite') ? random.pick([1, 1, 1, 2, 2, 3]) : 1;
  const chosen = random.shuffled(table.columns).slice(0, count);
  const columns = chosen.map(({ name }) => indexedColumn(context, setting, name));
  const wantsUnique = features.has('createIndex.unique') && random.chance(percent.uniqueIndex);
  const unique =
    wantsUnique &&
    columns.every(isPlain) &&
    isUnique(
      table,
      chosen.map(({ name }) => name),
    );
  const partial = features.has('createIndex.partial') && random.chance(percent.partialIndex);
  const again = features.has('createIndex.ifNotExists') && random.chance(percent.ifExists);
  return {
    kind: 'createIndex',
    name: names.index(),
    ...(again ? { ifNotExists: true } : {}),
    table: table.name,
    columns,
    ...(unique ? { unique } : {}),
    ...(partial ? { where: context.grow.predicate(context, random.between(0, 1)) } : {}),
  };
}

const isPlain = ({ expression }: IndexedColumn): boolean => expression.kind === 'column';

function indexedColumn(
  context: GenerationContext,
  { features, weights }: Setting,
  name: string,
): IndexedColumn {
  const { random, grammar, grow } = context;
  const computed =
    features.has('createIndex.expression') && random.chance(weights.percent.expressionIndex)
      ? grow.value(context, 'any', 2)
      : undefined;
  const usable = computed !== undefined && columnsIn(computed).length > 0;
  return {
    expression: usable ? computed : columnNamed(name),
    ...(features.has('createIndex.collate') && random.oneIn(7)
      ? { collation: random.pick(grammar.collations) }
      : {}),
    ...(features.has('createIndex.descending') && random.oneIn(4) ? { descending: true } : {}),
  };
}

/** Do the rows have different values there, whatever the collation? */
function isUnique(table: TableView, names: readonly string[]): boolean {
  if (table.knowledge !== 'exact' || table.rowCount > MOST_COMPARED) return false;
  const positions = names.map((name) => table.columns.findIndex((column) => column.name === name));
  const seen = new Set<string>();
  for (const row of table.rows()) {
    if (positions.some((position) => row[position] === null)) continue;
    const key = positions.map((position) => looseKey(row[position])).join('\u0001');
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

const MOST_COMPARED = 300;
