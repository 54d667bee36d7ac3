// What may stand where: kinds of expressions, queries and clauses in places where an engine may not expect them.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';
import { PAIR, ROWS } from './witness-tables.ts';

export const slotCombinations = {
  'expression.inList.empty': feature(
    'x IN ()',
    `${ROWS}SELECT a IN (), a NOT IN () FROM t0 WHERE a NOT IN () AND a = 1`,
    [[0n, 1n]],
  ),
  'expression.inList.subquery': feature(
    'x IN ((SELECT …)): the query is the list',
    `${ROWS}SELECT a FROM t0 WHERE a IN ((SELECT a FROM t0 ORDER BY a))`,
    [[1n], [3n]],
  ),
  'expression.rowValue.subquery': feature(
    'a row value compared with a subquery of several columns',
    `${ROWS}SELECT a FROM t0 WHERE (a, b) = (SELECT 3, 4) AND (SELECT 1, 5) < (a, b)`,
    [[3n]],
  ),
  'aggregate.outerColumn': feature(
    'an aggregate that also reads a column of the query around it',
    `${PAIR}SELECT b, (SELECT sum(t1.a + t0.a) FROM t1) FROM t0 ORDER BY b`,
    [
      [2n, 11n],
      [4n, 15n],
    ],
  ),
  'from.subquery.correlated': feature(
    'a subquery of FROM that reads a column of the query around its query',
    `${ROWS}SELECT a, (SELECT x FROM (SELECT t0.b + 1 AS x) AS q0) FROM t0 ORDER BY a`,
    [
      [1n, 3n],
      [3n, 5n],
    ],
  ),
  'compound.orderBy.name': feature(
    'ORDER BY of a compound query by the name of a column',
    `${ROWS}SELECT a AS x FROM t0 UNION ALL SELECT 2 ORDER BY x`,
    [[1n], [2n], [3n]],
  ),
  'view.ofValues': feature('VALUES as a view', 'CREATE VIEW v0 AS VALUES (5), (6); SELECT * FROM v0', [
    [5n],
    [6n],
  ]),
  'upsert.conflict': feature(
    'INSERT OR … together with ON CONFLICT',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER UNIQUE); INSERT INTO t0 VALUES(1, 2); INSERT OR REPLACE INTO t0 VALUES(1, 5) ON CONFLICT (a) DO UPDATE SET b = 7; INSERT OR IGNORE INTO t0 VALUES(2, 7) ON CONFLICT (a) DO NOTHING; SELECT a, b FROM t0',
    [[1n, 7n]],
  ),
  'insert.compound': feature(
    'INSERT of a compound query',
    `${ROWS}INSERT INTO t0 SELECT a + 5, b FROM t0 UNION SELECT a + 5, b FROM t0 WHERE a = 1; SELECT a FROM t0 ORDER BY a`,
    [[1n], [3n], [6n], [8n]],
  ),
  'update.fromJoin': feature(
    'UPDATE … FROM several tables',
    `${PAIR}UPDATE t0 SET b = q0.c + q1.c FROM t1 AS q0 JOIN t1 AS q1 ON q0.a < q1.a WHERE t0.a = q0.a; SELECT a, b FROM t0 ORDER BY a`,
    [
      [1n, 2n],
      [3n, 12n],
    ],
  ),
  'update.rowAssignment.subquery': feature(
    'SET (x, y) = (SELECT …)',
    `${ROWS}UPDATE t0 SET (a, b) = (SELECT max(q0.a) + t0.a, 9 FROM t0 AS q0) WHERE a = 1; SELECT a, b FROM t0 ORDER BY a`,
    [
      [3n, 4n],
      [4n, 9n],
    ],
  ),
  'createIndex.partial.qualified': feature(
    'CREATE INDEX … WHERE with qualified columns',
    `${ROWS}CREATE INDEX i0 ON t0(a) WHERE t0.b > 2; SELECT a FROM t0 WHERE b > 2 AND a > 0`,
    [[3n]],
  ),
  'createIndex.constant': feature(
    'an index on a constant',
    `${ROWS}CREATE INDEX i0 ON t0(5, a); SELECT a FROM t0 WHERE a > 1`,
    [[3n]],
  ),
  'trigger.when.subquery': feature(
    'a subquery in WHEN of a trigger',
    [
      'CREATE TABLE t0(a INTEGER)',
      'CREATE TABLE t1(b INTEGER)',
      'CREATE TRIGGER g0 AFTER INSERT ON t0 WHEN EXISTS (SELECT 1 FROM t1 WHERE b = new.a) BEGIN INSERT INTO t1 VALUES(new.a + 1); END',
      'INSERT INTO t1 VALUES(1)',
      'INSERT INTO t0 VALUES(1), (5)',
      'SELECT b FROM t1 ORDER BY b',
    ],
    [[1n], [2n]],
  ),
  'alter.addColumn.check': feature(
    'ALTER TABLE … ADD COLUMN with CHECK',
    `${ROWS}ALTER TABLE t0 ADD COLUMN c INTEGER CHECK (c <> 5); INSERT OR IGNORE INTO t0 VALUES(7, 8, 5); INSERT INTO t0 VALUES(9, 10, 6); SELECT a FROM t0 WHERE c IS NOT NULL`,
    [[9n]],
  ),
  'window.filter': feature(
    'FILTER in a window function',
    `${ROWS}SELECT count(*) FILTER (WHERE a > 1) OVER (ORDER BY a) FROM t0`,
    [[0n], [1n]],
  ),
  'window.aggregate': feature(
    'an aggregate as a window function',
    `${ROWS}SELECT sum(b) OVER (ORDER BY a), max(b) OVER () FROM t0`,
    [
      [2n, 4n],
      [6n, 4n],
    ],
  ),
  'with.update': feature(
    'WITH in front of UPDATE and DELETE',
    `${ROWS}WITH q0 AS (SELECT 5 AS x) UPDATE t0 SET b = (SELECT x FROM q0); WITH q0(x) AS (SELECT 3) DELETE FROM t0 WHERE a IN (SELECT x FROM q0); SELECT b FROM t0`,
    [[5n]],
  ),
  'with.materialized': feature(
    'WITH … AS MATERIALIZED',
    'WITH q0 AS MATERIALIZED (SELECT 1 AS x), q1 AS NOT MATERIALIZED (SELECT 2 AS y) SELECT x, y FROM q0, q1',
    [[1n, 2n]],
  ),
} as const satisfies Record<string, Feature>;
