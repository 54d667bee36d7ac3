// What a trigger does: INSERT, UPDATE and DELETE on other tables with the values of the row, and RAISE.

import type { Expression, Insert, TriggerStatement } from '../../../../sql/ast.ts';
import type { TableView } from '../../../view.ts';
import { derive, type GenerationContext } from '../expressions/generation-context.ts';
import { tableSource } from '../queries/source.ts';
import type { Setting } from '../setting.ts';
import { assignments } from './assignments.ts';
import { insert } from './insert.ts';
import { mustHaveValue } from './rows.ts';

/** The context reads `new` and `old`. Empty if nothing is possible. */
export function triggerBody(
  context: GenerationContext,
  setting: Setting,
  targets: readonly TableView[],
): TriggerStatement[] {
  const { random } = context;
  const { features } = setting;
  const count = features.has('trigger.several') && random.oneIn(4) ? 2 : 1;
  const body: TriggerStatement[] = [];
  for (let i = 0; i < count; i++) {
    const made = bodyStatement(context, setting, targets);
    if (made !== undefined) body.push(made);
  }
  return body;
}

function bodyStatement(
  context: GenerationContext,
  setting: Setting,
  targets: readonly TableView[],
): TriggerStatement | undefined {
  const { random } = context;
  const { features } = setting;
  const has = targets.length > 0;
  const choices = [
    [has ? 8 : 0, 'insert'],
    [has && features.has('trigger.update') && features.has('update.where') ? 2 : 0, 'update'],
    [has && features.has('trigger.deletes') && features.has('delete.where') ? 2 : 0, 'delete'],
    [features.has('trigger.raise') && features.has('select.where') ? 1 : 0, 'ignore'],
    [features.has('trigger.abort') && features.has('select.where') ? 1 : 0, 'abort'],
  ] as const;
  const kind = random.weightedIfAny(choices);
  if (kind === undefined) return undefined;
  // Mostly without queries, which would tell in which order rows were changed.
  const within = derive(context, { pure: !(features.has('trigger.subquery') && random.oneIn(6)) });
  if (kind === 'ignore' || kind === 'abort') return raise(within, kind);
  const table = random.pick(targets);
  if (kind === 'insert') return insertOf(within, setting, table);
  const own = derive(within, { sources: [tableSource(table, table.name), ...within.sources] });
  const where = own.grow.predicate(own, 1);
  if (kind === 'delete') return { kind, table: table.name, where };
  return { kind, table: table.name, set: assignments(own, setting, table), where };
}

/** One row: some of its values come from the row that fired the trigger. */
function insertOf(context: GenerationContext, setting: Setting, table: TableView): Insert | undefined {
  const { random, view } = context;
  const made = insert(random, view, setting, { table, rows: 1 });
  if (made?.source.kind !== 'values' || !setting.features.has('insert.columns')) return undefined;
  const { upsert: _, returning: __, conflict, ...plain } = made;
  const names = plain.columns ?? table.columns.filter(({ generated }) => !generated).map(({ name }) => name);
  const depth = context.pure ? random.below(2) : 2;
  const [row] = made.source.rows as readonly Expression[][];
  const cells = row.map((value, i) => {
    const column = table.columns.find(({ name }) => name === names[i]);
    const isFixed = column === undefined || table.strict || column.rowidAlias || mustHaveValue(table, column);
    if (isFixed) return value;
    const isComputed = value.kind !== 'literal';
    // A value that was made for another place may read what a trigger must not.
    return isComputed || random.oneIn(2)
      ? context.grow.value(context, column.affinity === 'text' ? 'text' : 'any', depth)
      : value;
  });
  const source = { kind: 'values', rows: [cells] } as const;
  // By name: the table may get more columns.
  return {
    ...plain,
    columns: names,
    source,
    ...(conflict === 'IGNORE' || conflict === 'REPLACE' ? { conflict } : {}),
  };
}

function raise(context: GenerationContext, kind: 'ignore' | 'abort'): TriggerStatement {
  const expression: Expression =
    kind === 'ignore'
      ? { kind: 'raise', action: 'IGNORE' }
      : { kind: 'raise', action: 'ABORT', message: 'refused by a trigger' };
  const where = context.grow.predicate(derive(context, { pure: true }), 1);
  return {
    kind: 'select',
    body: { kind: 'core', columns: [{ kind: 'expression', expression }], where },
  };
}
