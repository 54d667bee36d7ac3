// DROP TABLE, DROP VIEW, DROP INDEX and DROP TRIGGER.

import type { Drop } from '../../../../sql/ast.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { compareNames, findTable, findView, isSystemName, type Snapshot, withTable } from '../database.ts';
import { remove } from '../persistent-map.ts';
import type { StatementContext } from '../query/statement-context.ts';
import type { Table, TableSchema } from '../table.ts';
import { indexTable } from './names.ts';
import { dropTrigger, withoutTriggersOn } from './trigger.ts';

export function drop(statement: Drop, context: StatementContext): Snapshot {
  switch (statement.what) {
    case 'TABLE':
      return dropTable(statement, context.snapshot);
    case 'VIEW':
      return dropView(statement, context.snapshot);
    case 'INDEX':
      return dropIndex(statement, context.snapshot);
    case 'TRIGGER':
      return dropTrigger(statement, context.snapshot);
  }
}

function dropTable({ name, ifExists }: Drop, snapshot: Snapshot): Snapshot {
  const table = findTable(snapshot, name);
  if (table === undefined) {
    if (findView(snapshot, name) !== undefined)
      throw new Refusal('other', `use DROP VIEW to delete view ${name}`);
    return missing('table', name, ifExists, snapshot);
  }
  let { indexes } = snapshot;
  for (const index of table.schema.indexes) indexes = remove(indexes, index.name.toLowerCase(), compareNames);
  return {
    ...snapshot,
    tables: remove(snapshot.tables, name.toLowerCase(), compareNames),
    indexes,
    triggers: withoutTriggersOn(snapshot, name),
  };
}

function dropView({ name, ifExists }: Drop, snapshot: Snapshot): Snapshot {
  if (findView(snapshot, name) === undefined) {
    if (findTable(snapshot, name) !== undefined) {
      throw new Refusal('other', `use DROP TABLE to delete table ${name}`);
    }
    return missing('view', name, ifExists, snapshot);
  }
  const views = remove(snapshot.views, name.toLowerCase(), compareNames);
  return { ...snapshot, views, triggers: withoutTriggersOn(snapshot, name) };
}

function missing(kind: string, name: string, ifExists: boolean | undefined, snapshot: Snapshot): Snapshot {
  if (isSystemName(name)) throw new Unknown('system table');
  if (ifExists) return snapshot;
  throw new Refusal('noSuchTable', `no such ${kind}: ${name}`);
}

function dropIndex({ name, ifExists }: Drop, snapshot: Snapshot): Snapshot {
  const owner = indexTable(snapshot, name);
  if (owner === undefined) {
    if (isSystemName(name)) throw new Unknown('system index');
    if (ifExists) return snapshot;
    throw new Refusal('other', `no such index: ${name}`);
  }
  const indexes = remove(snapshot.indexes, name.toLowerCase(), compareNames);
  return { ...withTable(snapshot, withoutIndex(findTable(snapshot, owner)!, name)), indexes };
}

function withoutIndex(table: Table, name: string): Table {
  const lower = name.toLowerCase();
  const { schema } = table;
  const kept = schema.keys.map((_, i) => i).filter((i) => schema.keys[i].index?.toLowerCase() !== lower);
  const keys = kept.map((i) => schema.keys[i]);
  const next: TableSchema = {
    ...schema,
    keys,
    indexes: schema.indexes.filter((index) => index.name.toLowerCase() !== lower),
    primaryKey: schema.primaryKey < 0 ? -1 : keys.indexOf(schema.keys[schema.primaryKey]),
  };
  return { ...table, schema: next, uniques: kept.map((i) => table.uniques[i]) };
}
