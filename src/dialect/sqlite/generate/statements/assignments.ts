// SET of UPDATE and of DO UPDATE: values that the columns take.

import type { Assignment, Expression } from '../../../../sql/ast.ts';
import { call, literal } from '../../../../sql/build.ts';
import type { ColumnView, TableView } from '../../../view.ts';
import type { GenerationContext } from '../expressions/generation-context.ts';
import { rowSubquery } from '../queries/subqueries.ts';
import type { Setting } from '../setting.ts';
import { columnValue, mustHaveValue } from './rows.ts';

/** The columns that an INSERT or UPDATE may set. */
export function assignable(table: TableView): readonly ColumnView[] {
  return table.columns.filter(({ generated }) => !generated);
}

export function assignments(context: GenerationContext, setting: Setting, table: TableView): Assignment[] {
  const { random, grammar } = context;
  const columns = settable(context, table);
  const count = Math.min(columns.length, random.pick([1, 1, 1, 2, 2, 3]));
  const chosen = random.shuffled(columns).slice(0, count);
  const made = chosen.map((column): Assignment => {
    return { columns: [column.name], value: assigned(context, setting, table, column) };
  });
  const { features } = grammar;
  const asRow = features.has('update.rowAssignment') && features.has('expression.rowValue');
  if (made.length < 2 || !asRow || !random.oneIn(3)) return made;
  // One row of a subquery for both.
  const mayAsk = made.length === 2 && !table.strict && features.has('update.rowAssignment.subquery');
  const isFree = (column: ColumnView) => !column.rowidAlias && !mustHaveValue(table, column);
  if (mayAsk && random.oneIn(2) && chosen.every(isFree)) {
    const asked = rowSubquery(context, 2);
    if (asked !== undefined) return [{ columns: chosen.map(({ name }) => name), value: asked }];
  }
  const items = made.map(({ value }) => value);
  return [{ columns: chosen.map(({ name }) => name), value: { kind: 'row', items } }];
}

/** Mostly those outside unique keys: a new key for many rows at once is a conflict. */
function settable({ random, grammar }: GenerationContext, table: TableView): readonly ColumnView[] {
  const all = assignable(table);
  if (random.chance(grammar.weights.percent.updateKey)) return all;
  const free = all.filter(
    ({ name, rowidAlias }) => !rowidAlias && !table.uniqueKeys.some((key) => key.includes(name)),
  );
  return free.length > 0 ? free : all;
}

function assigned(
  context: GenerationContext,
  setting: Setting,
  table: TableView,
  column: ColumnView,
): Expression {
  const { random, grammar, grow } = context;
  const { features, weights } = setting;
  const position = table.columns.indexOf(column);
  const drawn = () =>
    literal(columnValue(random, table, position, { features, weights, notNull: column.rowidAlias }));
  // NULL would let the engine choose a rowid on INSERT, but an UPDATE refuses it.
  if (column.rowidAlias) return literal(BigInt(random.between(-1_000_000, 1_000_000)));
  if (random.oneIn(2)) return drawn();
  const want = column.affinity === 'text' ? 'text' : column.affinity === 'blob' ? 'any' : 'number';
  let computed = grow.value(context, want, 2);
  if (table.strict && column.type.toUpperCase() !== 'ANY') {
    if (!grammar.features.has('expression.cast')) return drawn();
    const type = column.type.toUpperCase() === 'INT' ? 'INTEGER' : column.type;
    computed = { kind: 'cast', operand: computed, type };
  }
  if (!mustHaveValue(table, column)) return computed;
  if (!grammar.features.has('function.coalesce')) return drawn();
  return call('coalesce', computed, drawn());
}
