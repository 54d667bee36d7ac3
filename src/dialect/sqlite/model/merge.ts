// What a transaction has written on a snapshot, put onto what others have committed since; and who has written the same rows.

import type { Row } from '../../../sql/index.ts';
import { Refusal, Unknown } from '../evaluate/stop.ts';
import { type Database, findTable, type Snapshot, withTable } from './database.ts';
import { entriesOf, find } from './persistent-map.ts';
import { type RowKey, requireContents, type Table } from './table.ts';
import { addRow, type Draft, draftOf, findRow, holderOf, removeRow, tableOf } from './write/draft.ts';
import { nextRowid, remember } from './write/rowid.ts';

const CONFLICT = 'write-write conflict';

/** Refuses a commit that two transactions cannot both have made: they wrote the same row, or rows that exclude each other. */
export function merge(
  base: Snapshot,
  current: Snapshot,
  { committed }: Pick<Database, 'committed'>,
): Snapshot {
  if (committed === base) return current;
  if (committed.schema !== base.schema)
    throw new Unknown('the schema has changed since the snapshot', undefined, true);
  let merged = committed;
  for (const [name, table] of entriesOf(current.tables)) {
    const before = findTable(base, name);
    if (table === before) continue;
    const now = findTable(committed, name);
    if (before === undefined || now === undefined) throw new Unknown('tables in mvcc', undefined, true);
    merged = withTable(merged, now === before ? table : mergedTable(before, table, now));
  }
  return merged;
}

function mergedTable(before: Table, written: Table, now: Table): Table {
  for (const each of [before, written, now]) requireContents(each);
  const { removed, added } = changesOf(before, written);
  const draft = draftOf(now);
  for (const [key, row] of removed) {
    if (findRow(draft, key) !== row) throw conflict();
    removeRow(draft, row);
  }
  for (const [key, row] of added)
    addMerged(draft, row, find(before.rows, key, before.schema.compareKeys) === undefined);
  return tableOf(draft);
}

/** A new row without a key of its own gets one that is free. */
function addMerged(draft: Draft, row: Row, isNew: boolean): void {
  const { schema } = draft;
  let stored = row;
  if (isNew && !schema.withoutRowid && schema.rowidAlias < 0) {
    const rowid = nextRowid(draft);
    remember(draft, rowid);
    stored = [...row.slice(0, schema.columns.length), rowid];
  }
  const key = schema.withoutRowid ? undefined : (stored[schema.columns.length] as bigint);
  if (key !== undefined && findRow(draft, key) !== undefined) throw conflict();
  for (let i = 0; i < schema.keys.length; i++) if (holderOf(draft, i, stored) !== undefined) throw conflict();
  addRow(draft, stored);
}

function conflict(): Refusal {
  return new Refusal('busy', CONFLICT);
}

interface Changes {
  /** Rows that were there and are gone, or other rows now. */
  readonly removed: readonly (readonly [RowKey, Row])[];
  readonly added: readonly (readonly [RowKey, Row])[];
}

function changesOf(before: Table, after: Table): Changes {
  const { compareKeys } = before.schema;
  const removed = entriesOf(before.rows).filter(([key, row]) => find(after.rows, key, compareKeys) !== row);
  const added = entriesOf(after.rows).filter(([key, row]) => find(before.rows, key, compareKeys) !== row);
  return { removed, added };
}

/** Have both changed or deleted a row that was there before? */
export function overlaps(
  one: { readonly base: Snapshot; readonly current: Snapshot },
  other: { readonly base: Snapshot; readonly current: Snapshot },
): boolean {
  return entriesOf(one.current.tables).some(([name, table]) => {
    const [before, theirs, theirsBefore] = [
      findTable(one.base, name),
      findTable(other.current, name),
      findTable(other.base, name),
    ];
    if (before === undefined || theirs === undefined || theirsBefore === undefined) return false;
    if (table === before || theirs === theirsBefore) return false;
    const { compareKeys } = before.schema;
    const keys = changesOf(theirsBefore, theirs).removed.map(([key]) => key);
    return changesOf(before, table).removed.some(([key]) =>
      keys.some((each) => compareKeys(key, each) === 0),
    );
  });
}
