// A table while a statement changes it: the same persistent maps, replaced row by row.

import type { Row } from '../../../../sql/index.ts';
import { find, type PersistentMap, put, remove } from '../persistent-map.ts';
import { type CompiledTable, compiledTable } from '../schema/compile-table.ts';
import { type RowKey, rowKeyOf, type Table, type TableSchema } from '../table.ts';

export interface Draft {
  readonly schema: TableSchema;
  readonly compiled: CompiledTable;
  readonly table: Table;
  rows: PersistentMap<RowKey, Row>;
  readonly uniques: PersistentMap<Row, RowKey>[];
  sequence: bigint | undefined;
  doubtedRowid: bigint | undefined;
  rowidsKnown: boolean;
}

export function draftOf(table: Table): Draft {
  return {
    schema: table.schema,
    compiled: compiledTable(table.schema),
    table,
    rows: table.rows,
    uniques: [...table.uniques],
    sequence: table.sequence,
    doubtedRowid: table.doubtedRowid,
    rowidsKnown: table.rowidsKnown,
  };
}

export function tableOf(draft: Draft): Table {
  const { table, rows, uniques, sequence, doubtedRowid } = draft;
  const { schema, knowledge } = table;
  const rowidsKnown = draft.rowidsKnown || rows === undefined;
  return { schema, knowledge, rows, uniques, sequence, doubtedRowid, rowidsKnown };
}

export function findRow(draft: Draft, key: RowKey): Row | undefined {
  return find(draft.rows, key, draft.schema.compareKeys);
}

export function addRow(draft: Draft, stored: Row): void {
  const { schema, compiled } = draft;
  const key = rowKeyOf(schema, stored);
  draft.rows = put(draft.rows, key, stored, schema.compareKeys);
  for (let i = 0; i < schema.keys.length; i++) {
    const values = compiled.keyValues[i](stored);
    if (values !== undefined) draft.uniques[i] = put(draft.uniques[i], values, key, schema.keys[i].compare);
  }
}

export function removeRow(draft: Draft, stored: Row): void {
  const { schema, compiled } = draft;
  draft.rows = remove(draft.rows, rowKeyOf(schema, stored), schema.compareKeys);
  for (let i = 0; i < schema.keys.length; i++) {
    const values = compiled.keyValues[i](stored);
    if (values !== undefined) draft.uniques[i] = remove(draft.uniques[i], values, schema.keys[i].compare);
  }
}

/** The row that has the same values under a key as this one. */
export function holderOf(draft: Draft, keyIndex: number, stored: Row): RowKey | undefined {
  const values = draft.compiled.keyValues[keyIndex](stored);
  if (values === undefined) return undefined;
  return find(draft.uniques[keyIndex], values, draft.schema.keys[keyIndex].compare);
}
