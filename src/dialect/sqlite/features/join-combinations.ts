// Joins that an engine may lack although it has the joins and conditions that they are made of.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';
import { PAIR } from './witness-tables.ts';

export const joinCombinations = {
  'join.right.noEquality': feature(
    'RIGHT JOIN without an equality of both sides',
    `${PAIR}SELECT b, c FROM t0 RIGHT JOIN t1 ON t0.a > t1.a ORDER BY c`,
    [
      [null, 5n],
      [null, 7n],
    ],
  ),
  'join.full.noEquality': feature(
    'FULL JOIN without an equality of both sides',
    `${PAIR}SELECT b, c FROM t0 FULL JOIN t1 ON t0.a > 5 ORDER BY b, c`,
    [
      [null, 5n],
      [null, 7n],
      [2n, null],
      [4n, null],
    ],
  ),
  'join.left.noCondition': feature(
    'LEFT JOIN without a condition',
    `${PAIR}SELECT count(*) FROM t0 LEFT JOIN t1`,
    [[4n]],
  ),
  'join.right.using': feature(
    'RIGHT JOIN with USING or NATURAL',
    `${PAIR}SELECT a, b, c FROM t0 RIGHT JOIN t1 USING (a) ORDER BY c`,
    [
      [3n, 4n, 5n],
      [6n, null, 7n],
    ],
  ),
  'join.full.using': feature(
    'FULL JOIN with USING or NATURAL',
    `${PAIR}SELECT a, b, c FROM t0 NATURAL FULL JOIN t1 ORDER BY a`,
    [
      [1n, 2n, null],
      [3n, 4n, 5n],
      [6n, null, 7n],
    ],
  ),
  'join.left.using': feature(
    'LEFT JOIN with USING or NATURAL',
    `${PAIR}SELECT a, b, c FROM t0 LEFT JOIN t1 USING (a) ORDER BY a`,
    [
      [1n, 2n, null],
      [3n, 4n, 5n],
    ],
  ),
  'join.right.afterJoin': feature(
    'RIGHT JOIN after another join',
    `${PAIR}SELECT q0.b, t0.b, c FROM t0 AS q0 JOIN t0 ON q0.a = t0.a RIGHT JOIN t1 ON t0.a = t1.a ORDER BY c`,
    [
      [4n, 4n, 5n],
      [null, null, 7n],
    ],
  ),
  'join.full.afterJoin': feature(
    'FULL JOIN after another join',
    `${PAIR}SELECT q0.b, c FROM t0 AS q0 JOIN t0 ON q0.a = t0.a FULL JOIN t1 ON t0.a = t1.a ORDER BY q0.b`,
    [
      [null, 7n],
      [2n, null],
      [4n, 5n],
    ],
  ),
  'join.afterRight': feature(
    'a join after a RIGHT JOIN',
    `${PAIR}SELECT t0.b, c, q0.b FROM t0 RIGHT JOIN t1 ON t0.a = t1.a LEFT JOIN t0 AS q0 ON q0.a = t1.a ORDER BY c`,
    [
      [4n, 5n, 4n],
      [null, 7n, null],
    ],
  ),
  'join.afterFull': feature(
    'a join after a FULL JOIN',
    `${PAIR}SELECT t0.b, c, q0.b FROM t0 FULL JOIN t1 ON t0.a = t1.a JOIN t0 AS q0 ON q0.a = t0.a ORDER BY c`,
    [
      [2n, null, 2n],
      [4n, 5n, 4n],
    ],
  ),
  'join.right.subquery': feature(
    'RIGHT JOIN of a subquery, view or common table',
    `${PAIR}SELECT b, c FROM (SELECT a, b FROM t0) AS q0 RIGHT JOIN (SELECT a, c FROM t1) AS q1 ON q0.a = q1.a ORDER BY c`,
    [
      [4n, 5n],
      [null, 7n],
    ],
  ),
  'join.full.subquery': feature(
    'FULL JOIN of a subquery, view or common table',
    `${PAIR}SELECT b, c FROM (SELECT a, b FROM t0) AS q0 FULL JOIN (SELECT a, c FROM t1) AS q1 ON q0.a = q1.a ORDER BY b, c`,
    [
      [null, 7n],
      [2n, null],
      [4n, 5n],
    ],
  ),
  'join.full.filtered': feature(
    'FULL JOIN after another join, with WHERE',
    `${PAIR}SELECT 1 FROM t0, t1 FULL JOIN t0 AS q0 ON t0.a = q0.a WHERE t0.a < t1.c; SELECT t0.b, c, q0.b FROM t0 CROSS JOIN t1 FULL JOIN t0 AS q0 WHERE t0.a > t1.a ORDER BY t0.b, c, q0.b`,
    [],
  ),
  'join.full.notIndexed': feature(
    'FULL JOIN of a table that is NOT INDEXED',
    `${PAIR}SELECT b, c FROM t0 FULL JOIN t1 NOT INDEXED ON t0.a = t1.a ORDER BY b, c`,
    [
      [null, 7n],
      [2n, null],
      [4n, 5n],
    ],
  ),
  'join.full.self': feature(
    'FULL JOIN of a table with itself',
    `${PAIR}SELECT t0.b, q0.b FROM t0 FULL JOIN t0 AS q0 ON t0.a = q0.b ORDER BY q0.b, t0.b`,
    [
      [2n, null],
      [4n, null],
      [null, 2n],
      [null, 4n],
    ],
  ),
  'join.full.afterOuter': feature(
    'FULL JOIN after an outer join',
    `${PAIR}SELECT t0.b, c, q0.b FROM t0 LEFT JOIN t1 ON t0.a = t1.a FULL JOIN t0 AS q0 ON q0.a = t1.a ORDER BY t0.b, q0.b`,
    [
      [null, null, 2n],
      [2n, null, null],
      [4n, 5n, 4n],
    ],
  ),
  'join.full.indexed': feature(
    'FULL JOIN of a table with a key or an index',
    'CREATE TABLE t0(a INTEGER, b INTEGER); CREATE TABLE t1(c INTEGER UNIQUE); INSERT INTO t0 VALUES(1, 2); INSERT INTO t1 VALUES(1); INSERT INTO t1 VALUES(3); SELECT b, c FROM t0 FULL JOIN t1 ON a = c ORDER BY c',
    [
      [2n, 1n],
      [null, 3n],
    ],
  ),
  'join.full.rowidAlias': feature(
    'FULL JOIN of a table with an INTEGER PRIMARY KEY',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER); CREATE TABLE t1(c INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT INTO t1 VALUES(1); INSERT INTO t1 VALUES(3); SELECT b, c FROM t1 FULL JOIN t0 ON a = c ORDER BY c',
    [
      [2n, 1n],
      [null, 3n],
    ],
  ),
  'join.full.correlated': feature(
    'FULL JOIN beside a correlated subquery',
    `${PAIR}SELECT b, c FROM t0 FULL JOIN t1 ON t0.a = t1.a WHERE EXISTS (SELECT 1 FROM t0 AS q0 WHERE q0.a = t0.a) ORDER BY b`,
    [
      [2n, null],
      [4n, 5n],
    ],
  ),
  'join.cross.on': feature('CROSS JOIN with ON', `${PAIR}SELECT b, c FROM t0 CROSS JOIN t1 ON t0.a = t1.a`, [
    [4n, 5n],
  ]),
  'join.nested.rowid': feature(
    'the rowid of a table in parentheses around joins',
    `${PAIR}SELECT t1.rowid FROM t0 AS q0 JOIN (t0 JOIN t1 ON t0.a = t1.a) ON q0.a < t0.a`,
    [[1n]],
  ),
  'join.nested.outer': feature(
    'an outer join with parentheses around joins',
    `${PAIR}SELECT q0.b, c FROM t0 AS q0 LEFT JOIN (t0 JOIN t1 ON t0.a = t1.a) ON q0.a = t0.a ORDER BY q0.b`,
    [
      [2n, null],
      [4n, 5n],
    ],
  ),
  'join.star.using': feature('SELECT * of a join with USING', `${PAIR}SELECT * FROM t0 JOIN t1 USING (a)`, [
    [3n, 4n, 5n],
  ]),
} as const satisfies Record<string, Feature>;
