// IS TRUE in VALUES of several rows: SQLite compares with 1 or 0 there, since it has not made a test of truth of it yet.

import type { InsertRow } from '../../../../sql/ast.ts';
import { some } from '../../../../sql/index.ts';
import { Unknown } from '../../evaluate/stop.ts';

export function checkTruthOfConstants(rows: readonly InsertRow[]): void {
  if (rows.length < 2) return;
  const saysTruth = rows.some(
    (row) => 'length' in row && some(row, (node) => node.kind === 'binary' && node.right.kind === 'boolean'),
  );
  if (saysTruth) throw new Unknown('IS TRUE in several VALUES');
}
