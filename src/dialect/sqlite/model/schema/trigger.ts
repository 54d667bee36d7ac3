// Triggers: the model knows which there are and what they may touch, and does not follow what they do.

import type { CreateTrigger, Drop, Insert, Update } from '../../../../sql/ast.ts';
import { Refusal } from '../../evaluate/stop.ts';
import { compareNames, findTable, findView, type Snapshot } from '../database.ts';
import { namesIn } from '../names-in.ts';
import { find, type PersistentMap, put, remove, valuesOf } from '../persistent-map.ts';
import type { StatementContext } from '../query/statement-context.ts';
import type { Trigger } from '../table.ts';
import { targetTable } from '../write/target.ts';
import { checkName } from './names.ts';

export function createTrigger(statement: CreateTrigger, context: StatementContext): Snapshot {
  const { snapshot } = context;
  const key = statement.name.toLowerCase();
  const view = findView(snapshot, statement.table);
  if (view === undefined) targetTable(context, statement.table);
  checkName(statement.name);
  if (find(snapshot.triggers, key, compareNames) !== undefined) {
    if (statement.ifNotExists) return snapshot;
    throw new Refusal('other', `trigger ${statement.name} already exists`);
  }
  if ((view !== undefined) !== (statement.timing === 'INSTEAD OF')) {
    throw new Refusal('other', `cannot create ${statement.timing} trigger on ${statement.table}`);
  }
  const writes = statement.body.flatMap((done) => (done.kind === 'select' ? [] : [done.table.toLowerCase()]));
  const mentions = new Set([...namesIn(statement)].map((name) => name.toLowerCase()));
  const trigger: Trigger = { definition: statement, writes, mentions };
  return { ...snapshot, triggers: put(snapshot.triggers, key, trigger, compareNames) };
}

export function dropTrigger({ name, ifExists }: Drop, snapshot: Snapshot): Snapshot {
  const key = name.toLowerCase();
  if (find(snapshot.triggers, key, compareNames) === undefined) {
    if (ifExists) return snapshot;
    throw new Refusal('other', `no such trigger: ${name}`);
  }
  return { ...snapshot, triggers: remove(snapshot.triggers, key, compareNames) };
}

/** What is left when a table or view goes. */
export function withoutTriggersOn({ triggers }: Snapshot, table: string): PersistentMap<string, Trigger> {
  let left = triggers;
  for (const { definition } of triggersOn(triggers, table)) {
    left = remove(left, definition.name.toLowerCase(), compareNames);
  }
  return left;
}

export function triggersOn(triggers: PersistentMap<string, Trigger>, table: string): Trigger[] {
  const key = table.toLowerCase();
  return valuesOf(triggers).filter(({ definition }) => definition.table.toLowerCase() === key);
}

/** Those that the statement may fire. */
export function firedBy(
  snapshot: Snapshot,
  statement: Insert | Update | { readonly kind: 'delete'; readonly table: string },
): Trigger[] {
  if (snapshot.triggers === undefined) return [];
  return triggersOn(snapshot.triggers, statement.table).filter(({ definition: { event } }) => {
    const isUpsert = statement.kind === 'insert' && statement.upsert !== undefined;
    return event.toLowerCase() === statement.kind || (event === 'UPDATE' && isUpsert);
  });
}

/** The tables that a write to this one may change, itself first: by triggers and, if they are on, by foreign keys. */
export function reachOf(snapshot: Snapshot, table: string, foreignKeys: boolean): readonly string[] {
  const reached = new Set([table.toLowerCase()]);
  for (const name of reached) {
    for (const { writes } of triggersOn(snapshot.triggers, name))
      for (const written of writes) reached.add(written);
    if (foreignKeys) for (const child of childrenOf(snapshot, name)) reached.add(child);
  }
  return [...reached];
}

function childrenOf(snapshot: Snapshot, parent: string): string[] {
  return valuesOf(snapshot.tables)
    .filter(({ schema }) => schema.foreignKeys.some(({ table }) => table.toLowerCase() === parent))
    .map(({ schema }) => schema.name.toLowerCase());
}

/** Does a foreign key lead from this table or to it? */
export function hasForeignKey(snapshot: Snapshot, table: string): boolean {
  const found = findTable(snapshot, table);
  return (
    (found !== undefined && found.schema.foreignKeys.length > 0) ||
    childrenOf(snapshot, table.toLowerCase()).length > 0
  );
}
