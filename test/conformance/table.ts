// The table that random expressions read: a column of every affinity and collation, values of every storage class.

import { affinityOfType } from '../../src/dialect/sqlite/affinity.ts';
import { applyAffinity } from '../../src/dialect/sqlite/evaluate/convert.ts';
import type { Affinity } from '../../src/dialect/view.ts';
import type { Random } from '../../src/random.ts';
import type { Collation } from '../../src/sql/ast.ts';
import type { SqlValue } from '../../src/sql/value.ts';
import { orUnknown, UNKNOWN } from './or-unknown.ts';
import { CLASSES, randomValue } from './values.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly affinity: Affinity;
  readonly collation: Collation;
}

const column = (name: string, type: string, collation: Collation = 'BINARY'): Column => ({
  name,
  type,
  affinity: affinityOfType(type),
  collation,
});

export const COLUMNS: readonly Column[] = [
  column('i', 'INTEGER'),
  column('r', 'REAL'),
  column('n', 'NUMERIC'),
  column('t', 'TEXT'),
  column('b', 'BLOB'),
  column('x', ''),
  column('tn', 'TEXT', 'NOCASE'),
  column('tr', 'TEXT', 'RTRIM'),
  column('xn', '', 'NOCASE'),
  column('nr', 'DECIMAL', 'RTRIM'),
];

export const CREATE = `CREATE TABLE t (${COLUMNS.map(({ name, type, collation }) => `${name} ${type} COLLATE ${collation}`).join(', ')})`;
export const INSERT = `INSERT INTO t VALUES (${COLUMNS.map(() => '?').join(', ')})`;

export function randomRow(random: Random): SqlValue[] {
  return COLUMNS.map(() => randomValue(random, random.pick(CLASSES)));
}

/** The row as it is after its columns' affinities; where the model does not know, as it was found. */
export function storedRow(row: readonly SqlValue[], found: readonly SqlValue[]): SqlValue[] {
  return row.map((value, i) => {
    const stored = orUnknown(() => applyAffinity(value, COLUMNS[i].affinity));
    return stored === UNKNOWN ? found[i] : stored;
  });
}
