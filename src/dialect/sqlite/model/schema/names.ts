// Names of tables, views and indexes: one namespace, without regard to case.

import { Refusal } from '../../evaluate/stop.ts';
import { compareNames, findTable, findView, isSystemName, type Snapshot } from '../database.ts';
import { find } from '../persistent-map.ts';

export function indexTable(snapshot: Snapshot, index: string): string | undefined {
  return find(snapshot.indexes, index.toLowerCase(), compareNames);
}

/** Refuses names that SQLite keeps for itself. */
export function checkName(name: string): void {
  if (isSystemName(name)) {
    throw new Refusal('other', `object name reserved for internal use: ${name}`);
  }
}

/** What kind of object has the name, if any. */
export function holderOfName(snapshot: Snapshot, name: string): 'table' | 'view' | 'index' | undefined {
  if (findTable(snapshot, name) !== undefined) return 'table';
  if (findView(snapshot, name) !== undefined) return 'view';
  if (indexTable(snapshot, name) !== undefined) return 'index';
  return undefined;
}
