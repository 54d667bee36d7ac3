// CREATE INDEX: unique only where the rows allow it.

import type { Random } from '../../../../random.ts';
import type { CreateIndex, Expression, IndexedColumn } from '../../../../sql/ast.ts';
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
  // There the table's name may stand before a column; not in what the index computes.
  const mayName = features.has('createIndex.partial.qualified') && random.oneIn(4);
  const held = derive(context, {
    rare: true,
    ...(mayName ? { sources: [tableSource(table, table.name)], qualified: true } : {}),
  });
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
    ...(partial ? { where: context.grow.predicate(held, random.between(0, 1)) } : {}),
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
      ? grow.value(derive(context, { rare: random.oneIn(3) }), 'any', 2)
      : undefined;
  const mayBeConstant = features.has('createIndex.constant');
  const usable =
    computed !== undefined && (columnsIn(computed).length > 0 || (mayBeConstant && isNumber(computed)));
  return {
    expression: usable ? computed : columnNamed(name),
    ...(features.has('createIndex.collate') && random.oneIn(7)
      ? { collation: random.pick(grammar.collations) }
      : {}),
    ...(features.has('createIndex.descending') && random.oneIn(4) ? { descending: true } : {}),
  };
}

/** A text would be the name of a column. */
function isNumber(expression: Expression): boolean {
  if (expression.kind === 'literal')
    return typeof expression.value === 'bigint' || typeof expression.value === 'number';
  return expression.kind === 'hex' || expression.kind === 'boolean';
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
