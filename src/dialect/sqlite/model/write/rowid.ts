// Rowids: what a given value means, and which one a row without gets.

import type { SqlValue } from '../../../../sql/index.ts';
import { applyAffinity } from '../../evaluate/convert.ts';
import { Refusal, Unknown } from '../../evaluate/stop.ts';
import { last } from '../persistent-map.ts';
import type { Draft } from './draft.ts';

const LARGEST = 2n ** 63n - 1n;

export function rowidFrom(value: SqlValue): bigint {
  const rowid = applyAffinity(value, 'integer');
  if (typeof rowid === 'bigint') return rowid;
  throw new Refusal('constraint', 'datatype mismatch', 'datatype');
}

/** One more than the largest rowid; with AUTOINCREMENT also more than any that ever was. */
export function nextRowid(draft: Draft): bigint {
  const greatest = last(draft.rows)?.key as bigint | undefined;
  if (greatest === LARGEST) throw new Unknown('largest rowid in use');
  const next = greatest === undefined ? 1n : greatest + 1n;
  if (!draft.schema.autoincrement) return next;
  const sequence = draft.sequence ?? 0n;
  if (sequence === LARGEST) throw new Unknown('largest rowid in use');
  const unused = next > sequence ? next : sequence + 1n;
  const { doubtedRowid } = draft;
  if (doubtedRowid !== undefined && doubtedRowid + 1n >= unused)
    throw new Unknown('a rowid after one that was not stored', undefined, true);
  return unused;
}

/** AUTOINCREMENT remembers every rowid that an insert proposes, stored or not. */
export function remember(draft: Draft, rowid: bigint): void {
  if (draft.schema.autoincrement && rowid > (draft.sequence ?? 0n)) draft.sequence = rowid;
}

/** The row with this rowid was not stored: SQLite's documentation says only that the rowid might not be used again. */
export function doubt(draft: Draft, rowid: bigint): void {
  if (!draft.schema.autoincrement) return;
  if (draft.doubtedRowid === undefined || rowid > draft.doubtedRowid) draft.doubtedRowid = rowid;
}

/** The row with this rowid was stored. */
export function settle(draft: Draft, rowid: bigint): void {
  if (draft.doubtedRowid !== undefined && rowid >= draft.doubtedRowid) draft.doubtedRowid = undefined;
}
