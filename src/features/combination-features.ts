// Features that engines support one by one but not together: each has an id of its own, so that a ledger can tell.

import { type Feature, feature } from './feature.ts';

const CONSTRAINT = { refused: 'constraint' } as const;
const ROWS =
  'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(3, 4); ';
const PAIR =
  'CREATE TABLE t0(a INTEGER, b INTEGER); CREATE TABLE t1(a INTEGER, c INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(3, 4); INSERT INTO t1 VALUES(3, 5); INSERT INTO t1 VALUES(6, 7); ';
const KEYED =
  "CREATE TABLE t0(a INTEGER PRIMARY KEY, b TEXT, c INTEGER) WITHOUT ROWID; INSERT INTO t0 VALUES(1, 'x', 5); INSERT INTO t0 VALUES(2, 'y', 6); ";
const VIRTUAL = 'CREATE TABLE t0(a INTEGER, b INTEGER AS (a + 1), c TEXT); INSERT INTO t0(a) VALUES(1); ';

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
  'join.full.self': feature(
    'FULL JOIN of a table with itself',
    `${PAIR}SELECT t0.b, q0.b FROM t0 FULL JOIN t0 AS q0 ON t0.a = q0.b ORDER BY q0.b`,
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
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER); CREATE TABLE t1(c INTEGER UNIQUE); INSERT INTO t0 VALUES(1, 2); INSERT INTO t1 VALUES(1); INSERT INTO t1 VALUES(3); SELECT b, c FROM t1 FULL JOIN t0 ON a = c ORDER BY c; SELECT b, c FROM t0 FULL JOIN t1 ON a = c ORDER BY c',
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

export const queryCombinations = {
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
  'subquery.inUpdateWhere': feature(
    'a subquery in UPDATE … WHERE',
    `${ROWS}UPDATE t0 SET b = 9 WHERE a IN (SELECT 1); SELECT b FROM t0 ORDER BY a`,
    [[9n], [4n]],
  ),
  'subquery.inUpdateWhere.correlated': feature(
    'a correlated subquery in UPDATE … WHERE',
    `${ROWS}UPDATE t0 SET b = 9 WHERE EXISTS (SELECT 1 FROM t0 AS q0 WHERE q0.a > t0.a); SELECT b FROM t0 ORDER BY a`,
    [[9n], [4n]],
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

export const tableCombinations = {
  'withoutRowid.update': feature(
    'UPDATE of a WITHOUT ROWID table',
    `${KEYED}UPDATE t0 SET b = 'z' WHERE a = 1; SELECT b FROM t0 ORDER BY a`,
    [['z'], ['y']],
  ),
  'withoutRowid.updateKey': feature(
    'UPDATE of the key of a WITHOUT ROWID table',
    `${KEYED}UPDATE t0 SET a = 9 WHERE a = 1; SELECT a FROM t0 ORDER BY a`,
    [[2n], [9n]],
  ),
  'withoutRowid.delete': feature(
    'DELETE from a WITHOUT ROWID table',
    `${KEYED}DELETE FROM t0 WHERE a = 1; SELECT a FROM t0`,
    [[2n]],
  ),
  'withoutRowid.index': feature(
    'CREATE INDEX on a WITHOUT ROWID table',
    `${KEYED}CREATE INDEX i0 ON t0(b); SELECT a FROM t0 WHERE b = 'y'`,
    [[2n]],
  ),
  'withoutRowid.unique': feature(
    'UNIQUE in a WITHOUT ROWID table',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER UNIQUE) WITHOUT ROWID; INSERT INTO t0 VALUES(1, 5); INSERT INTO t0 VALUES(2, 5)',
    CONSTRAINT,
  ),
  'withoutRowid.upsert': feature(
    'ON CONFLICT DO on a WITHOUT ROWID table',
    `${KEYED}INSERT INTO t0 VALUES(1, 'z', 9) ON CONFLICT (a) DO UPDATE SET b = 'w'; SELECT b FROM t0 WHERE a = 1`,
    [['w']],
  ),
  'withoutRowid.conflict': feature(
    'INSERT OR … into a WITHOUT ROWID table',
    `${KEYED}INSERT OR REPLACE INTO t0 VALUES(1, 'z', 9); INSERT OR IGNORE INTO t0 VALUES(1, 'w', 9); SELECT b FROM t0 WHERE a = 1`,
    [['z']],
  ),
  'withoutRowid.returning': feature(
    'RETURNING of a WITHOUT ROWID table',
    `${KEYED}INSERT INTO t0 VALUES(3, 'z', 9) RETURNING b, a`,
    [['z', 3n]],
  ),
  'withoutRowid.alter': feature(
    'ALTER TABLE of a WITHOUT ROWID table',
    `${KEYED}ALTER TABLE t0 ADD COLUMN d INTEGER DEFAULT 7; SELECT d FROM t0 WHERE a = 1`,
    [[7n]],
  ),
  'withoutRowid.analyze': feature(
    'ANALYZE of a WITHOUT ROWID table',
    `${KEYED}ANALYZE t0; SELECT b FROM t0 WHERE a = 1`,
    [['x']],
  ),
  'withoutRowid.composite': feature(
    'a WITHOUT ROWID table with a key of several columns',
    'CREATE TABLE t0(a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO t0 VALUES(2, 1, 3); INSERT INTO t0 VALUES(1, 1, 4); SELECT a, c FROM t0 ORDER BY a, b',
    [
      [1n, 4n],
      [2n, 3n],
    ],
  ),
  'withoutRowid.notFirst': feature(
    'a WITHOUT ROWID table whose key is not its first column',
    "CREATE TABLE t0(a TEXT, b INTEGER PRIMARY KEY) WITHOUT ROWID; INSERT INTO t0 VALUES('x', 2); INSERT INTO t0 VALUES('y', 1); SELECT a FROM t0 ORDER BY b",
    [['y'], ['x']],
  ),
  'withoutRowid.strict': feature(
    'a STRICT table WITHOUT ROWID',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER) STRICT, WITHOUT ROWID; INSERT INTO t0 VALUES(1, 2); SELECT b FROM t0',
    [[2n]],
  ),
  'generated.index': feature(
    'an index on a generated column',
    `${VIRTUAL}CREATE INDEX i0 ON t0(b); INSERT INTO t0(a) VALUES(5); SELECT a FROM t0 WHERE b = 6`,
    [[5n]],
  ),
  'generated.update': feature(
    'UPDATE of a table with a generated column',
    `${VIRTUAL}UPDATE t0 SET a = 7; SELECT b FROM t0`,
    [[8n]],
  ),
  'generated.delete': feature(
    'DELETE from a table with a generated column',
    `${VIRTUAL}DELETE FROM t0 WHERE b = 2; SELECT a FROM t0`,
    [],
  ),
  'generated.insertAll': feature(
    'INSERT without names of columns into a table with a generated column',
    `${VIRTUAL}INSERT INTO t0 VALUES(5, 'x'); SELECT a, b, c FROM t0 WHERE a = 5`,
    [[5n, 6n, 'x']],
  ),
  'generated.upsert': feature(
    'ON CONFLICT DO on a table with a generated column',
    'CREATE TABLE t0(a INTEGER UNIQUE, b INTEGER AS (a + c), c INTEGER); INSERT INTO t0(a, c) VALUES(1, 2); INSERT INTO t0(a, c) VALUES(1, 5) ON CONFLICT (a) DO UPDATE SET c = excluded.c; SELECT b FROM t0',
    [[6n]],
  ),
  'generated.conflict': feature(
    'INSERT OR … into a table with a generated column',
    'CREATE TABLE t0(a INTEGER UNIQUE, b INTEGER AS (a + c), c INTEGER); INSERT INTO t0(a, c) VALUES(1, 2); INSERT OR REPLACE INTO t0(a, c) VALUES(1, 5); SELECT b FROM t0',
    [[6n]],
  ),
  'generated.returning': feature(
    'RETURNING of a generated column',
    `${VIRTUAL}INSERT INTO t0(a) VALUES(5) RETURNING b, a`,
    [[6n, 5n]],
  ),
  'generated.insertSelect': feature(
    'INSERT … SELECT into a table with a generated column',
    `${VIRTUAL}INSERT INTO t0(a) SELECT 5; SELECT b FROM t0 WHERE a = 5`,
    [[6n]],
  ),
  'generated.check': feature(
    'a CHECK that reads a generated column',
    'CREATE TABLE t0(a INTEGER, b INTEGER AS (a + 1), CHECK (b <> 5)); INSERT INTO t0(a) VALUES(4)',
    CONSTRAINT,
  ),
  'generated.defaultValues': feature(
    'INSERT DEFAULT VALUES into a table with a generated column',
    'CREATE TABLE t0(a INTEGER DEFAULT 3, b INTEGER AS (a + 1)); INSERT INTO t0 DEFAULT VALUES; SELECT a, b FROM t0',
    [[3n, 4n]],
  ),
  'generated.alter': feature(
    'ALTER TABLE of a table with a generated column',
    `${VIRTUAL}ALTER TABLE t0 ADD COLUMN d INTEGER DEFAULT 7; ALTER TABLE t0 RENAME COLUMN a TO e; SELECT e, b, d FROM t0`,
    [[1n, 2n, 7n]],
  ),
  'generated.strict': feature(
    'a generated column in a STRICT table',
    'CREATE TABLE t0(a INTEGER, b INTEGER AS (a + 1)) STRICT; INSERT INTO t0(a) VALUES(1); SELECT b FROM t0',
    [[2n]],
  ),
  'generated.withoutRowid': feature(
    'a generated column in a WITHOUT ROWID table',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER AS (a + 1)) WITHOUT ROWID; INSERT INTO t0(a) VALUES(1); SELECT b FROM t0',
    [[2n]],
  ),
  'generated.rowidAlias': feature(
    'a generated column that reads an INTEGER PRIMARY KEY',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER AS (a + 1)); INSERT INTO t0(a) VALUES(5); SELECT b FROM t0',
    [[6n]],
  ),
  'rowidAlias.constraint': feature(
    'PRIMARY KEY (a) of an INTEGER column is the rowid',
    'CREATE TABLE t0(a INTEGER, b TEXT, PRIMARY KEY (a)); INSERT INTO t0 VALUES(NULL, 5); SELECT a FROM t0',
    [[1n]],
  ),
  'primaryKey.onConflict': feature(
    'ON CONFLICT of a PRIMARY KEY',
    "CREATE TABLE t0(a TEXT PRIMARY KEY ON CONFLICT REPLACE, b INTEGER); INSERT INTO t0 VALUES('x', 1); INSERT INTO t0 VALUES('x', 2); SELECT b FROM t0",
    [[2n]],
  ),
  'notNull.onConflict': feature(
    'ON CONFLICT of NOT NULL',
    'CREATE TABLE t0(a INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 5); INSERT INTO t0 VALUES(NULL); SELECT a FROM t0',
    [[5n]],
  ),
  'constraint.descending': feature(
    'DESC in a PRIMARY KEY or UNIQUE constraint',
    'CREATE TABLE t0(a INTEGER, b INTEGER, PRIMARY KEY (a DESC, b), UNIQUE (b DESC)); INSERT INTO t0 VALUES(1, 2); SELECT b FROM t0 WHERE a = 1',
    [[2n]],
  ),
  'alter.addColumn.notNull': feature(
    'ADD COLUMN … NOT NULL DEFAULT',
    `${ROWS}ALTER TABLE t0 ADD COLUMN c TEXT NOT NULL DEFAULT 'x'; SELECT c FROM t0 WHERE a = 1`,
    [['x']],
  ),
  'alter.addColumn.negativeDefault': feature(
    'ADD COLUMN … DEFAULT with a negative number',
    `${ROWS}ALTER TABLE t0 ADD COLUMN c REAL DEFAULT -5.5; SELECT c FROM t0 WHERE a = 1`,
    [[-5.5]],
  ),
  'alter.addColumn.collate': feature(
    'ADD COLUMN … COLLATE',
    `${ROWS}ALTER TABLE t0 ADD COLUMN c TEXT DEFAULT 'x' COLLATE NOCASE; SELECT a FROM t0 WHERE c = 'X' AND a = 1`,
    [[1n]],
  ),
  'alter.strict': feature(
    'ALTER TABLE of a STRICT table',
    'CREATE TABLE t0(a INTEGER) STRICT; INSERT INTO t0 VALUES(1); ALTER TABLE t0 ADD COLUMN b TEXT; SELECT a, b FROM t0',
    [[1n, null]],
  ),
  'alter.indexed': feature(
    'ALTER TABLE of a table with an index',
    `${ROWS}CREATE INDEX i0 ON t0(b); ALTER TABLE t0 RENAME COLUMN b TO c; INSERT INTO t0 VALUES(5, 6); SELECT a FROM t0 WHERE c = 6`,
    [[5n]],
  ),
  'alter.expressionIndexed': feature(
    'ALTER TABLE of a table with a partial or expression index',
    `${ROWS}CREATE INDEX i0 ON t0(a + b) WHERE a > 0; ALTER TABLE t0 RENAME COLUMN b TO c; SELECT a FROM t0 WHERE a + c = 7`,
    [[3n]],
  ),
  'alter.checked': feature(
    'ALTER TABLE of a table with a CHECK',
    'CREATE TABLE t0(a INTEGER, b INTEGER CHECK (b <> 5)); ALTER TABLE t0 RENAME COLUMN b TO c; INSERT INTO t0 VALUES(1, 5)',
    CONSTRAINT,
  ),
  'alter.viewed': feature(
    'ALTER TABLE of a table that a view reads',
    `${ROWS}CREATE VIEW v0 AS SELECT a FROM t0; ALTER TABLE t0 RENAME TO t1; SELECT a FROM v0 ORDER BY a`,
    [[1n], [3n]],
  ),
  'createIndex.partialUnique': feature(
    'CREATE UNIQUE INDEX … WHERE',
    `${ROWS}CREATE UNIQUE INDEX i0 ON t0(a) WHERE b > 2; INSERT INTO t0 VALUES(3, 1); INSERT INTO t0 VALUES(3, 9)`,
    CONSTRAINT,
  ),
  'upsert.rowidAlias': feature(
    'ON CONFLICT on an INTEGER PRIMARY KEY',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(1, 5) ON CONFLICT (a) DO UPDATE SET b = excluded.b; SELECT b FROM t0',
    [[5n]],
  ),
  'upsert.composite': feature(
    'ON CONFLICT on several columns',
    'CREATE TABLE t0(a INTEGER, b INTEGER, c INTEGER, UNIQUE (a, b)); INSERT INTO t0 VALUES(1, 2, 3); INSERT INTO t0 VALUES(1, 2, 5) ON CONFLICT (b, a) DO UPDATE SET c = excluded.c; SELECT c FROM t0',
    [[5n]],
  ),
  'upsert.rows': feature(
    'ON CONFLICT with several rows',
    'CREATE TABLE t0(a INTEGER UNIQUE, b INTEGER); INSERT INTO t0 VALUES(1, 2), (1, 5) ON CONFLICT (a) DO UPDATE SET b = excluded.b; SELECT b FROM t0',
    [[5n]],
  ),
  'upsert.noKey': feature(
    'ON CONFLICT DO NOTHING on a table without keys',
    `${ROWS}INSERT INTO t0 VALUES(1, 5) ON CONFLICT DO NOTHING; SELECT b FROM t0 WHERE a = 1 ORDER BY b`,
    [[2n], [5n]],
  ),
  'insert.orSelect': feature(
    'INSERT OR … SELECT',
    'CREATE TABLE t0(a INTEGER UNIQUE, b INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT OR REPLACE INTO t0 SELECT a, 7 FROM t0; SELECT b FROM t0',
    [[7n]],
  ),
  'insert.orDefaultValues': feature(
    'INSERT OR … DEFAULT VALUES',
    'CREATE TABLE t0(a INTEGER UNIQUE DEFAULT 1, b INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT OR IGNORE INTO t0 DEFAULT VALUES; SELECT b FROM t0',
    [[2n]],
  ),
  'update.fromAlias': feature(
    'UPDATE t AS a … FROM',
    `${PAIR}UPDATE t0 AS q0 SET b = c FROM t1 AS q1 WHERE q0.a = q1.a; SELECT b FROM t0 ORDER BY a`,
    [[2n], [5n]],
  ),
  'update.fromSubquery': feature(
    'UPDATE … FROM a subquery',
    `${PAIR}UPDATE t0 SET b = x FROM (SELECT a AS y, c AS x FROM t1) AS q0 WHERE t0.a = y; SELECT b FROM t0 ORDER BY a`,
    [[2n], [5n]],
  ),
  'update.fromReturning': feature(
    'UPDATE … FROM … RETURNING',
    `${PAIR}UPDATE t0 SET b = c FROM t1 WHERE t0.a = t1.a RETURNING b`,
    [[5n]],
  ),
  'returning.computed': feature(
    'RETURNING with signs, CAST, COLLATE, CASE and the like',
    `${ROWS}INSERT INTO t0 VALUES(5, 6) RETURNING -a, CAST(b AS TEXT), 'x' COLLATE NOCASE, CASE a WHEN 5 THEN 7 END, a BETWEEN 1 AND 5, a IN (5)`,
    [[-5n, '6', 'x', 7n, 1n, 1n]],
  ),
  'returning.subquery': feature(
    'RETURNING with a subquery',
    `${ROWS}DELETE FROM t0 WHERE a = 1 RETURNING a + (SELECT 5)`,
    [[6n]],
  ),
  'returning.rowid': feature('RETURNING rowid', `${ROWS}INSERT INTO t0 VALUES(5, 6) RETURNING rowid`, [[3n]]),
} as const satisfies Record<string, Feature>;
