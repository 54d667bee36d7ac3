// Queries in queries: an engine may have subqueries, but not in every place, nor of every kind.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';
import { PAIR, ROWS } from './witness-tables.ts';

export const subqueryCombinations = {
  'values.inFrom': feature(
    'VALUES as a subquery of FROM',
    'SELECT column2 FROM (VALUES (1, 2), (3, 4)) AS q0 WHERE column1 = 3',
    [[4n]],
  ),
  'values.inSubquery': feature(
    'VALUES as a subquery of an expression',
    `${ROWS}SELECT a FROM t0 WHERE a IN (VALUES (1), (5))`,
    [[1n]],
  ),
  'with.inFrom': feature(
    'WITH in a subquery of FROM',
    `${ROWS}SELECT x FROM (WITH q1 AS (SELECT a AS x FROM t0) SELECT x FROM q1 WHERE x = 1) AS q0`,
    [[1n]],
  ),
  'with.inSubquery': feature(
    'WITH in a subquery of an expression',
    `${ROWS}SELECT a FROM t0 WHERE a IN (WITH q1 AS (SELECT 1 AS x) SELECT x FROM q1)`,
    [[1n]],
  ),
  'with.inWith': feature(
    'WITH in WITH',
    `${ROWS}WITH q0 AS (WITH q1 AS (SELECT a AS x FROM t0) SELECT x FROM q1) SELECT x FROM q0 WHERE x = 1`,
    [[1n]],
  ),
  'with.inView': feature(
    'WITH in a view',
    `${ROWS}CREATE VIEW v0 AS WITH q0 AS (SELECT a AS x FROM t0) SELECT x FROM q0; SELECT x FROM v0 WHERE x = 1`,
    [[1n]],
  ),
  'with.compound': feature(
    'WITH in front of a compound query',
    `${ROWS}WITH q0 AS (SELECT a AS x FROM t0) SELECT x FROM q0 UNION ALL SELECT 5`,
    [[1n], [3n], [5n]],
  ),
  'with.several': feature(
    'WITH of several tables',
    `${ROWS}WITH q0 AS (SELECT a AS x FROM t0), q1 AS (SELECT 5 AS y) SELECT x, y FROM q0, q1 WHERE x = 1`,
    [[1n, 5n]],
  ),
  'with.join': feature(
    'a join with a common table',
    `${ROWS}WITH q0 AS (SELECT a AS x FROM t0) SELECT b, x FROM t0 JOIN q0 ON x = a WHERE x = 3`,
    [[4n, 3n]],
  ),
  'with.insert': feature(
    'WITH in INSERT … SELECT',
    `${ROWS}INSERT INTO t0 WITH q0 AS (SELECT 5 AS x) SELECT x, x FROM q0; SELECT b FROM t0 WHERE a = 5`,
    [[5n]],
  ),
  'with.createTableAs': feature(
    'WITH in CREATE TABLE AS',
    `${ROWS}CREATE TABLE t1 AS WITH q0 AS (SELECT a AS x FROM t0) SELECT x FROM q0; SELECT x FROM t1 WHERE x = 3`,
    [[3n]],
  ),
  'subquery.inResult': feature(
    'a subquery in a result column',
    `${ROWS}SELECT a IN (SELECT 1), EXISTS (SELECT 1 FROM t0), (SELECT max(a) FROM t0) FROM t0 WHERE a = 1`,
    [[1n, 1n, 3n]],
  ),
  'subquery.inResult.correlated': feature(
    'a correlated subquery in a result column',
    `${ROWS}SELECT (SELECT q0.b FROM t0 AS q0 WHERE q0.a = t0.a), EXISTS (SELECT 1 FROM t0 AS q0 WHERE q0.a > t0.a) FROM t0 ORDER BY a`,
    [
      [2n, 1n],
      [4n, 0n],
    ],
  ),
  'subquery.inOrderBy': feature(
    'a subquery in ORDER BY',
    `${ROWS}SELECT a FROM t0 ORDER BY a IN (SELECT 1), a`,
    [[3n], [1n]],
  ),
  'subquery.inResult.correlatedOrder': feature(
    'ORDER BY a result column that is a correlated subquery',
    `${ROWS}SELECT a, (SELECT t0.b) FROM t0 ORDER BY 2 DESC`,
    [
      [3n, 4n],
      [1n, 2n],
    ],
  ),
  'subquery.inOrderBy.correlated': feature(
    'a correlated subquery in ORDER BY',
    `${ROWS}SELECT a FROM t0 ORDER BY (SELECT -t0.a)`,
    [[3n], [1n]],
  ),
  'subquery.inGroupBy': feature(
    'a subquery in GROUP BY',
    `${ROWS}SELECT count(*) FROM t0 GROUP BY a IN (SELECT 1)`,
    [[1n], [1n]],
  ),
  'subquery.inHaving': feature(
    'a subquery in HAVING',
    `${ROWS}SELECT a FROM t0 GROUP BY a HAVING a IN (SELECT 1)`,
    [[1n]],
  ),
  'subquery.inLimit': feature('a subquery in LIMIT', `${ROWS}SELECT a FROM t0 ORDER BY a LIMIT (SELECT 1)`, [
    [1n],
  ]),
  'subquery.inOn': feature(
    'a subquery in ON',
    `${PAIR}SELECT b, c FROM t0 JOIN t1 ON t0.a = t1.a AND t0.a IN (SELECT 3)`,
    [[4n, 5n]],
  ),
  'subquery.inOn.outer': feature(
    'a subquery in ON of an outer join',
    `${PAIR}SELECT b, c FROM t0 LEFT JOIN t1 ON t0.a = t1.a AND t0.a IN (SELECT 1) ORDER BY b`,
    [
      [2n, null],
      [4n, null],
    ],
  ),
  'subquery.inAggregate': feature('a subquery in an aggregate', `${ROWS}SELECT sum(a + (SELECT 1)) FROM t0`, [
    [6n],
  ]),
  'subquery.inAggregateQuery': feature(
    'a subquery beside aggregates',
    `${ROWS}SELECT count(*), (SELECT 5) FROM t0`,
    [[2n, 5n]],
  ),
  'subquery.inValues': feature(
    'a subquery in INSERT … VALUES',
    `${ROWS}INSERT INTO t0 VALUES((SELECT max(a) FROM t0) + 1, 1 IN (SELECT 1)); SELECT a, b FROM t0 WHERE a > 3`,
    [[4n, 1n]],
  ),
  'subquery.inInsertSelect': feature(
    'a subquery in INSERT … SELECT',
    `${ROWS}INSERT INTO t0 SELECT a + 5, (SELECT 7) FROM t0 WHERE a IN (SELECT 1); SELECT b FROM t0 WHERE a = 6`,
    [[7n]],
  ),
  'subquery.inSet': feature(
    'a subquery in SET',
    `${ROWS}UPDATE t0 SET b = (SELECT max(a) FROM t0) WHERE a = 1; SELECT b FROM t0 WHERE a = 1`,
    [[3n]],
  ),
  'subquery.inSet.correlated': feature(
    'a correlated subquery in SET',
    `${ROWS}UPDATE t0 SET b = (SELECT q0.a + 5 FROM t0 AS q0 WHERE q0.a = t0.a); SELECT b FROM t0 ORDER BY a`,
    [[6n], [8n]],
  ),
  'subquery.castNumeric': feature(
    'CAST AS NUMERIC in a query that another reads',
    `${ROWS}SELECT q0.y FROM t0, (SELECT DISTINCT CAST(b * 1.0 AS NUMERIC) AS y FROM t0 WHERE a = 1) AS q0 WHERE t0.a = 3`,
    [[2]],
  ),
  'subquery.inUpdateWhere': feature(
    'a subquery in UPDATE … WHERE',
    `${ROWS}UPDATE t0 SET b = 9 WHERE a IN (SELECT 1); SELECT b FROM t0 ORDER BY a`,
    [[9n], [4n]],
  ),
  'subquery.inUpdateWhere.correlated': feature(
    'a correlated subquery in UPDATE … WHERE',
    `${ROWS}UPDATE t0 SET a = 5 WHERE EXISTS (SELECT 1 FROM t0 AS q0 WHERE q0.a > t0.a + 1); SELECT a FROM t0 ORDER BY b`,
    [[5n], [3n]],
  ),
  'subquery.inDeleteWhere': feature(
    'a subquery in DELETE … WHERE',
    `${ROWS}DELETE FROM t0 WHERE a IN (SELECT 1); SELECT a FROM t0`,
    [[3n]],
  ),
  'subquery.inDeleteWhere.correlated': feature(
    'a correlated subquery in DELETE … WHERE',
    `${ROWS}DELETE FROM t0 WHERE EXISTS (SELECT 1 FROM t0 AS q0 WHERE q0.a > t0.a); SELECT a FROM t0`,
    [[3n]],
  ),
  'subquery.inUpsert': feature(
    'a subquery in DO UPDATE',
    'CREATE TABLE t0(a INTEGER UNIQUE, b INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(1, 5) ON CONFLICT (a) DO UPDATE SET b = (SELECT 7); SELECT b FROM t0',
    [[7n]],
  ),
  'subquery.inSubquery': feature(
    'a subquery in a subquery',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT a FROM t0 WHERE a IN (SELECT 1))`,
    [[1n]],
  ),
  'subquery.inFromSubquery': feature(
    'a subquery in a subquery of FROM',
    `${ROWS}SELECT x FROM (SELECT a AS x FROM t0 WHERE a IN (SELECT 1)) AS q0`,
    [[1n]],
  ),
  'subquery.inView': feature(
    'a subquery in a view',
    `${ROWS}CREATE VIEW v0 AS SELECT a AS x FROM t0 WHERE a IN (SELECT 1); SELECT x FROM v0`,
    [[1n]],
  ),
  'subquery.inCase': feature(
    'a subquery in CASE',
    `${ROWS}SELECT CASE WHEN a IN (SELECT 1) THEN (SELECT 5) ELSE 6 END FROM t0 ORDER BY a`,
    [[5n], [6n]],
  ),
  'subquery.inFunction': feature(
    'a subquery as an argument of a function',
    `${ROWS}SELECT coalesce((SELECT max(a) FROM t0), 0), abs((SELECT -5)) FROM t0 WHERE a = 1`,
    [[3n, 5n]],
  ),
  'subquery.inBetween': feature(
    'a subquery in BETWEEN',
    `${ROWS}SELECT a FROM t0 WHERE a BETWEEN (SELECT 0) AND (SELECT 2)`,
    [[1n]],
  ),
  'subquery.inList': feature(
    'a subquery in an IN list',
    `${ROWS}SELECT a FROM t0 WHERE a IN ((SELECT 1), 7)`,
    [[1n]],
  ),
  'subquery.join': feature(
    'a join in a subquery',
    `${PAIR}SELECT a FROM t0 WHERE a IN (SELECT t1.a FROM t0 JOIN t1 ON t0.a = t1.a)`,
    [[3n]],
  ),
  'subquery.groupBy': feature(
    'GROUP BY in a subquery',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT a FROM t0 GROUP BY a HAVING count(*) = 1 AND a > 1)`,
    [[3n]],
  ),
  'subquery.distinct': feature(
    'DISTINCT in a subquery',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT DISTINCT 1 FROM t0)`,
    [[1n]],
  ),
  'subquery.limit': feature(
    'ORDER BY and LIMIT in a subquery',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT a FROM t0 ORDER BY a DESC LIMIT 1)`,
    [[3n]],
  ),
  'subquery.offset': feature(
    'OFFSET in a subquery',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT a FROM t0 ORDER BY a DESC LIMIT 1 OFFSET 1)`,
    [[1n]],
  ),
  'subquery.fromSubquery': feature(
    'a subquery of FROM in a subquery',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT x FROM (SELECT a AS x FROM t0 WHERE a = 1) AS q0)`,
    [[1n]],
  ),
  'subquery.window': feature(
    'a window function in a subquery',
    `${ROWS}SELECT x FROM (SELECT row_number() OVER (ORDER BY a) AS x FROM t0) AS q0 ORDER BY x`,
    [[1n], [2n]],
  ),
} as const satisfies Record<string, Feature>;
