// Witnesses of aggregates and window functions: calls over the same four rows.

import type { Row } from '../../../sql/index.ts';
import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';

const ROWS =
  "CREATE TABLE t0(a INTEGER, b TEXT); INSERT INTO t0 VALUES(1, 'x'); INSERT INTO t0 VALUES(3, 'y'); INSERT INTO t0 VALUES(3, NULL); INSERT INTO t0 VALUES(NULL, 'z'); ";

/** An aggregate of the four rows above. */
export function aggregated(description: string, call: string, ...values: Row): Feature {
  return feature(description, `${ROWS}SELECT ${call} FROM t0`, [values]);
}

/** A window function over the four rows above, ordered by a and b. */
export function windowed(
  description: string,
  call: string,
  values: readonly (bigint | number | string | null)[],
  over = 'ORDER BY a, b',
): Feature {
  return feature(
    description,
    `${ROWS}SELECT ${call} OVER (${over}) FROM t0 ORDER BY a, b`,
    values.map((value) => [value]),
  );
}
