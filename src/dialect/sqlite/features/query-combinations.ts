// Clauses of a query that an engine may have one by one but not together, and views of such queries.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';
import { PAIR, ROWS } from './witness-tables.ts';

export const queryCombinations = {
  'shadow.table': feature(
    'an alias that is the name of another table',
    'CREATE TABLE t0(a INTEGER); CREATE TABLE t1(b INTEGER); INSERT INTO t0 VALUES(1); INSERT INTO t1 VALUES(2); SELECT t1.a FROM t0 AS t1',
    [[1n]],
  ),
  'shadow.common': feature(
    'a common table with the name of a table',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); WITH t0 AS (SELECT 5 AS x) SELECT x FROM t0',
    [[5n]],
  ),
  'shadow.column': feature(
    'a result column with the name of another column',
    'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 4); INSERT INTO t0 VALUES(2, 3); SELECT b AS a FROM t0 ORDER BY a LIMIT 1',
    [[3n]],
  ),
  'compound.orderBy': feature(
    'ORDER BY of a compound query',
    `${ROWS}SELECT a FROM t0 UNION ALL SELECT 2 ORDER BY 1 DESC`,
    [[3n], [2n], [1n]],
  ),
  'compound.orderBy.collate': feature(
    'ORDER BY … COLLATE of a compound query',
    "CREATE TABLE t0(a TEXT); INSERT INTO t0 VALUES('b'); INSERT INTO t0 VALUES('A'); SELECT a FROM t0 UNION ALL SELECT 'c' ORDER BY 1 COLLATE NOCASE",
    [['A'], ['b'], ['c']],
  ),
  'compound.limit': feature(
    'LIMIT of a compound query',
    `${ROWS}SELECT a FROM t0 UNION SELECT 2 ORDER BY 1 LIMIT 1 OFFSET 1`,
    [[2n]],
  ),
  'compound.values': feature(
    'VALUES in a compound query',
    `${ROWS}SELECT a FROM t0 UNION ALL VALUES (5), (6)`,
    [[1n], [3n], [5n], [6n]],
  ),
  'compound.several': feature(
    'a compound of more than two queries',
    `${ROWS}SELECT a FROM t0 UNION ALL SELECT b FROM t0 EXCEPT SELECT 2`,
    [[1n], [3n], [4n]],
  ),
  'compound.aggregate': feature(
    'aggregates in a compound query',
    `${ROWS}SELECT count(*) FROM t0 UNION ALL SELECT max(a) FROM t0`,
    [[2n], [3n]],
  ),
  'compound.groupBy': feature(
    'GROUP BY in a compound query',
    `${ROWS}SELECT a, count(*) FROM t0 GROUP BY a UNION SELECT 5, 6`,
    [
      [1n, 1n],
      [3n, 1n],
      [5n, 6n],
    ],
  ),
  'compound.distinct': feature(
    'DISTINCT in a compound query',
    `${ROWS}SELECT DISTINCT 5 FROM t0 UNION ALL SELECT a FROM t0 WHERE a = 1`,
    [[5n], [1n]],
  ),
  'compound.join.right': feature(
    'a RIGHT or FULL JOIN in a compound query, and a condition on the whole',
    `${ROWS}SELECT x FROM (SELECT b AS x FROM t0 UNION ALL SELECT q0.b FROM t0 AS q0 RIGHT JOIN t0 AS q1 ON q0.a = q1.a) AS q2 WHERE x = 6`,
    [],
  ),
  'compound.join': feature(
    'a join in a compound query',
    `${PAIR}SELECT b FROM t0 JOIN t1 ON t0.a = t1.a UNION ALL SELECT 9`,
    [[4n], [9n]],
  ),
  'compound.subquery': feature(
    'a subquery in a part of a compound query',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT 1) UNION ALL SELECT b FROM t0 WHERE EXISTS (SELECT 1) AND a = 3`,
    [[1n], [4n]],
  ),
  'compound.inFrom': feature(
    'a compound query in FROM',
    `${ROWS}SELECT x FROM (SELECT a AS x FROM t0 UNION ALL SELECT 5) AS q0 WHERE x > 1`,
    [[3n], [5n]],
  ),
  'compound.inWith': feature(
    'a compound query in WITH',
    `${ROWS}WITH q0(x) AS (SELECT a FROM t0 UNION SELECT 5) SELECT x FROM q0 WHERE x > 1`,
    [[3n], [5n]],
  ),
  'compound.inSubquery': feature(
    'a compound query as a subquery of an expression',
    `${ROWS}SELECT a FROM t0 WHERE a IN (SELECT 1 UNION SELECT 5) AND EXISTS (SELECT a FROM t0 EXCEPT SELECT 1)`,
    [[1n]],
  ),
  'compound.inView': feature(
    'a compound query as a view',
    `${ROWS}CREATE VIEW v0(x) AS SELECT a FROM t0 UNION ALL SELECT 5; SELECT x FROM v0 WHERE x > 1`,
    [[3n], [5n]],
  ),
  'aggregate.subqueryFrom': feature(
    'an aggregate over a subquery of FROM',
    `${ROWS}SELECT count(*), max(x) FROM (SELECT a AS x FROM t0) AS q0`,
    [[2n, 3n]],
  ),
  'aggregate.join': feature(
    'an aggregate over a join',
    `${PAIR}SELECT t0.a, count(*) FROM t0 JOIN t1 ON t0.a < t1.a GROUP BY t0.a`,
    [
      [1n, 2n],
      [3n, 1n],
    ],
  ),
  'aggregate.orderBy': feature(
    'ORDER BY an aggregate',
    `${ROWS}SELECT a FROM t0 GROUP BY a ORDER BY max(b) DESC`,
    [[3n], [1n]],
  ),
  'aggregate.expression': feature(
    'an expression over aggregates',
    `${ROWS}SELECT a + count(*), CASE WHEN max(b) > 2 THEN 'x' END FROM t0 GROUP BY a ORDER BY a`,
    [
      [2n, null],
      [4n, 'x'],
    ],
  ),
  'aggregate.distinctSeveral': feature(
    'several aggregates of DISTINCT values',
    `${ROWS}SELECT count(DISTINCT a), sum(DISTINCT b), count(*) FROM t0`,
    [[2n, 6n, 2n]],
  ),
  'aggregate.distinctGroup': feature(
    'an aggregate of DISTINCT values in groups',
    `${ROWS}SELECT a, count(DISTINCT b) FROM t0 GROUP BY a`,
    [
      [1n, 1n],
      [3n, 1n],
    ],
  ),
  'groupBy.expression': feature(
    'GROUP BY an expression',
    `${ROWS}SELECT a > 1, count(*) FROM t0 GROUP BY a > 1`,
    [
      [0n, 1n],
      [1n, 1n],
    ],
  ),
  'groupBy.several': feature(
    'GROUP BY several expressions',
    `${ROWS}SELECT a, b, count(*) FROM t0 GROUP BY b, a ORDER BY a`,
    [
      [1n, 2n, 1n],
      [3n, 4n, 1n],
    ],
  ),
  'groupBy.constant': feature(
    'GROUP BY a constant',
    `${ROWS}SELECT count(*) FROM t0 GROUP BY 'x', 1.5, FALSE`,
    [[2n]],
  ),
  'order.constant': feature(
    'ORDER BY a constant that is no number of a column',
    `${ROWS}SELECT a FROM t0 ORDER BY 1.5, FALSE, 'x', a`,
    [[1n], [3n]],
  ),
  'having.noAggregate': feature(
    'HAVING without an aggregate',
    `${ROWS}SELECT a FROM t0 GROUP BY a HAVING a > 1`,
    [[3n]],
  ),
  'distinct.orderBy': feature(
    'SELECT DISTINCT with ORDER BY',
    `${ROWS}SELECT DISTINCT a FROM t0 ORDER BY 1 DESC`,
    [[3n], [1n]],
  ),
  'window.groupBy': feature(
    'a window function over groups',
    `${ROWS}SELECT a, row_number() OVER (ORDER BY a) FROM t0 GROUP BY a`,
    [
      [1n, 1n],
      [3n, 2n],
    ],
  ),
  'window.join': feature(
    'a window function over a join',
    `${PAIR}SELECT c, row_number() OVER (ORDER BY c) FROM t0 JOIN t1 ON t0.a < t1.a AND t0.a = 1`,
    [
      [5n, 1n],
      [7n, 2n],
    ],
  ),
  'window.distinct': feature(
    'SELECT DISTINCT of window functions',
    `${ROWS}SELECT DISTINCT row_number() OVER (ORDER BY a) FROM t0 ORDER BY 1`,
    [[1n], [2n]],
  ),
  'window.orderBy.statement': feature(
    'a window function with ORDER BY of the query',
    `${ROWS}SELECT a, row_number() OVER (ORDER BY b DESC) AS x FROM t0 ORDER BY a`,
    [
      [1n, 2n],
      [3n, 1n],
    ],
  ),
  'window.limit': feature(
    'a window function with LIMIT',
    `${ROWS}SELECT row_number() OVER (ORDER BY a) FROM t0 ORDER BY 1 LIMIT 1`,
    [[1n]],
  ),
  'view.inView': feature(
    'a view of a view',
    `${ROWS}CREATE VIEW v0 AS SELECT a AS x FROM t0; CREATE VIEW v1 AS SELECT x + 1 AS y FROM v0; SELECT y FROM v1 ORDER BY y`,
    [[2n], [4n]],
  ),
  'view.join': feature(
    'a join with a view',
    `${ROWS}CREATE VIEW v0 AS SELECT a AS x FROM t0; SELECT b, x FROM t0 JOIN v0 ON x = a WHERE x = 3`,
    [[4n, 3n]],
  ),
  'view.ofJoin': feature(
    'a view of a join',
    `${PAIR}CREATE VIEW v0 AS SELECT b AS x, c AS y FROM t0 JOIN t1 ON t0.a = t1.a; SELECT x, y FROM v0`,
    [[4n, 5n]],
  ),
  'view.ofAggregate': feature(
    'a view with GROUP BY',
    `${ROWS}CREATE VIEW v0 AS SELECT a AS x, count(*) AS y FROM t0 GROUP BY a; SELECT x, y FROM v0 WHERE x = 1`,
    [[1n, 1n]],
  ),
  'view.ofOrderBy': feature(
    'a view with ORDER BY and LIMIT',
    `${ROWS}CREATE VIEW v0 AS SELECT a AS x FROM t0 ORDER BY a DESC LIMIT 1; SELECT x FROM v0`,
    [[3n]],
  ),
  'view.ofFromSubquery': feature(
    'a view of a subquery in FROM',
    `${ROWS}CREATE VIEW v0 AS SELECT x FROM (SELECT a AS x FROM t0) AS q0; SELECT x FROM v0 WHERE x = 1`,
    [[1n]],
  ),
  'view.ofWindow': feature(
    'a view with a window function',
    `${ROWS}CREATE VIEW v0 AS SELECT row_number() OVER (ORDER BY a) AS x FROM t0; SELECT x FROM v0 ORDER BY x`,
    [[1n], [2n]],
  ),
  'view.inSubquery': feature(
    'a view in a subquery',
    `${ROWS}CREATE VIEW v0 AS SELECT a AS x FROM t0 WHERE a = 1; SELECT a FROM t0 WHERE a IN (SELECT x FROM v0)`,
    [[1n]],
  ),
} as const satisfies Record<string, Feature>;
