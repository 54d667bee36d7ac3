// CREATE TRIGGER. A trigger never leads back to its own table, and no two fire at the same moment: what such triggers do is up
// to the engine.

import type { Random } from '../../../../random.ts';
import type { CreateTrigger, Drop, TriggerEvent, TriggerTiming } from '../../../../sql/ast.ts';
import type { DatabaseView, TableView, TriggerView, ViewView } from '../../../view.ts';
import { derive } from '../expressions/generation-context.ts';
import { contextFor } from '../expressions/grow.ts';
import type { Source } from '../queries/source.ts';
import { querySource, tableSource } from '../queries/source.ts';
import type { Setting } from '../setting.ts';
import { triggerBody } from './trigger-body.ts';

/** Undefined if no table can have another trigger, or there is nothing that one could write to. */
export function createTrigger(
  random: Random,
  view: DatabaseView,
  setting: Setting,
): CreateTrigger | undefined {
  const { features, weights, names } = setting;
  if (view.triggers.length >= weights.limit.triggers) return undefined;
  const moment = random.pick(moments(random, view, setting));
  if (moment === undefined) return undefined;
  const { timing, event, on } = moment;
  const targets = view.tables.filter(
    ({ name, knowledge }) => knowledge !== 'unknown' && !leadsTo(view.triggers, name, on.name),
  );
  const sources = rowSources(timing, event, on);
  const context = derive(contextFor(random, view, setting, sources), { qualified: true, lasting: true });
  const body = triggerBody(context, setting, targets);
  if (body.length === 0) return undefined;
  const columns = 'rowCount' in on ? on.columns.filter(({ generated }) => !generated) : [];
  const some = event === 'UPDATE' && columns.length > 0 && features.has('trigger.of') && random.oneIn(3);
  const conditional = features.has('trigger.when') && random.oneIn(2);
  const mayAsk = features.has('trigger.when.subquery') && random.oneIn(3);
  const again = features.has('trigger.ifNotExists') && random.chance(weights.percent.ifExists);
  return {
    kind: 'createTrigger',
    name: names.trigger(),
    ...(again ? { ifNotExists: true } : {}),
    timing,
    event,
    ...(some ? { of: [random.pick(columns).name] } : {}),
    table: on.name,
    ...(conditional
      ? { when: context.grow.predicate(derive(context, { pure: !mayAsk, rare: true }), 1) }
      : {}),
    body,
  };
}

export function dropTrigger(random: Random, { triggers }: DatabaseView, setting: Setting): Drop | undefined {
  if (triggers.length === 0) return undefined;
  const ifExists = setting.features.has('drop.ifExists') && random.chance(setting.weights.percent.ifExists);
  const { name } = random.pick(triggers);
  return { kind: 'drop', what: 'TRIGGER', name, ...(ifExists ? { ifExists } : {}) };
}

interface Moment {
  readonly timing: TriggerTiming;
  readonly event: TriggerEvent;
  readonly on: TableView | ViewView;
}

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;

/** Those that no trigger has yet; [undefined] if there is none. */
function moments(
  random: Random,
  { tables, views, triggers }: DatabaseView,
  { features }: Setting,
): (Moment | undefined)[] {
  const all: Moment[] = [];
  for (const event of EVENTS) {
    for (const on of tables) {
      if (on.knowledge === 'unknown') continue;
      if (features.has(`trigger.before${PARTS[event]}`)) all.push({ timing: 'BEFORE', event, on });
      if (features.has(`trigger.after${PARTS[event]}`)) all.push({ timing: 'AFTER', event, on });
    }
    if (features.has('trigger.insteadOf')) {
      for (const on of views) all.push({ timing: 'INSTEAD OF', event, on });
    }
  }
  const free = all.filter(
    ({ timing, event, on }) =>
      !triggers.some((other) => other.table === on.name && other.timing === timing && other.event === event),
  );
  const onViews = free.filter(({ timing }) => timing === 'INSTEAD OF');
  if (onViews.length > 0 && random.oneIn(3)) return onViews;
  return free.length > 0 ? free : [undefined];
}

const PARTS = { INSERT: 'Insert', UPDATE: 'Update', DELETE: 'Delete' } as const;

/** Would a write to the first of these come to the second? */
function leadsTo(triggers: readonly TriggerView[], from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const name of reached) {
    for (const { table, writes } of triggers) {
      if (table === name) for (const written of writes) reached.add(written);
    }
  }
  return reached.has(to);
}

/** `new` and `old`, as far as the moment has them. */
function rowSources(timing: TriggerTiming, event: TriggerEvent, on: TableView | ViewView): Source[] {
  const names = event === 'INSERT' ? ['new'] : event === 'DELETE' ? ['old'] : ['new', 'old'];
  return names.flatMap((name) => {
    if (!('rowCount' in on)) return [querySource(on.columns, name, 1)];
    const source = { ...tableSource(on, name), rowCount: 1, hasRowid: false, indexes: [] };
    // Before it is stored, a row has neither a rowid nor computed values.
    if (timing !== 'BEFORE' || name === 'old') return [source];
    const settled = on.columns.filter(({ rowidAlias, generated }) => !rowidAlias && !generated);
    const columns = source.columns.filter((column) => settled.some(({ name: own }) => own === column.name));
    return columns.length > 0 ? [{ ...source, columns }] : [];
  });
}
