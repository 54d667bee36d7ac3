// What a query may be made of.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';
import { PAIR } from './witness-tables.ts';

const ROWS =
  "CREATE TABLE t0(a INTEGER, b TEXT); INSERT INTO t0 VALUES(1, NULL); INSERT INTO t0 VALUES(2, 'y'); INSERT INTO t0 VALUES(2, 'x'); ";

export const queryFeatures = {
  select: feature('SELECT', 'SELECT 1, 2', [[1n, 2n]]),
  'select.distinct': feature('SELECT DISTINCT', `${ROWS}SELECT DISTINCT a FROM t0 ORDER BY a`, [[1n], [2n]]),
  'select.star': feature('SELECT *', `${ROWS}SELECT * FROM t0 WHERE a = 1`, [[1n, null]]),
  'select.tableStar': feature('SELECT t.*', `${ROWS}SELECT t0.*, 5 FROM t0 WHERE a = 1`, [[1n, null, 5n]]),
  'select.alias': feature(
    'a result column with an alias',
    `${ROWS}SELECT a + 1 AS x FROM t0 WHERE a = 1 ORDER BY x`,
    [[2n]],
  ),
  'select.where': feature('SELECT … WHERE', `${ROWS}SELECT b FROM t0 WHERE a = 2 AND b > 'x'`, [['y']]),
  'select.where.tableless': feature(
    'WHERE without FROM',
    'SELECT 1 WHERE 2 > 1 UNION ALL SELECT 2 WHERE 1 > 2',
    [[1n]],
  ),
  'select.groupBy': feature('GROUP BY', `${ROWS}SELECT a, count(*) FROM t0 GROUP BY a`, [
    [1n, 1n],
    [2n, 2n],
  ]),
  'select.having': feature('HAVING', `${ROWS}SELECT a FROM t0 GROUP BY a HAVING count(*) > 1`, [[2n]]),
  'select.orderBy': feature('ORDER BY', `${ROWS}SELECT b FROM t0 ORDER BY b`, [[null], ['x'], ['y']]),
  'select.limit': feature('LIMIT', `${ROWS}SELECT b FROM t0 ORDER BY b LIMIT 2`, [[null], ['x']]),
  'select.limit.negative': feature('LIMIT -1', `${ROWS}SELECT b FROM t0 ORDER BY b LIMIT -1`, [
    [null],
    ['x'],
    ['y'],
  ]),
  'select.limit.expression': feature(
    'LIMIT and OFFSET that are computed',
    `${ROWS}SELECT b FROM t0 ORDER BY b LIMIT 1 + 1 OFFSET abs(-1)`,
    [['x'], ['y']],
  ),
  'select.limit.zero': feature('LIMIT 0', `${ROWS}SELECT b FROM t0 ORDER BY b LIMIT 0`, []),
  'select.offset': feature('LIMIT … OFFSET', `${ROWS}SELECT b FROM t0 ORDER BY b LIMIT 1 OFFSET 1`, [['x']]),
  'select.values': feature('VALUES (…), (…) as a query', "VALUES (1, 'x'), (2, 'y')", [
    [1n, 'x'],
    [2n, 'y'],
  ]),
  'select.bareColumn': feature(
    'a column that is neither aggregated nor grouped',
    `${ROWS}SELECT a, count(*) FROM t0 WHERE a = 2`,
    [[2n, 2n]],
  ),
  'order.descending': feature('DESC in an ORDER BY', `${ROWS}SELECT b FROM t0 ORDER BY a DESC, b DESC`, [
    ['y'],
    ['x'],
    [null],
  ]),
  'order.nulls': feature('NULLS FIRST and NULLS LAST', `${ROWS}SELECT b FROM t0 ORDER BY b NULLS LAST`, [
    ['x'],
    ['y'],
    [null],
  ]),
  'order.collate': feature(
    'COLLATE in an ORDER BY',
    "CREATE TABLE t0(a TEXT); INSERT INTO t0 VALUES('b'); INSERT INTO t0 VALUES('A'); INSERT INTO t0 VALUES('C'); SELECT a FROM t0 ORDER BY a COLLATE NOCASE",
    [['A'], ['b'], ['C']],
  ),
  'order.number': feature(
    'ORDER BY the number of a result column',
    `${ROWS}SELECT a, b FROM t0 ORDER BY 2 DESC, 1`,
    [
      [2n, 'y'],
      [2n, 'x'],
      [1n, null],
    ],
  ),
  'order.expression': feature(
    'ORDER BY an expression that is no result column',
    `${ROWS}SELECT b FROM t0 ORDER BY -a, b`,
    [['x'], ['y'], [null]],
  ),
  'compound.UNION': feature('UNION', `${ROWS}SELECT a FROM t0 UNION SELECT 5`, [[1n], [2n], [5n]]),
  'compound.UNION ALL': feature('UNION ALL', `${ROWS}SELECT a FROM t0 UNION ALL SELECT 1`, [
    [1n],
    [2n],
    [2n],
    [1n],
  ]),
  'compound.INTERSECT': feature('INTERSECT', `${ROWS}SELECT a FROM t0 INTERSECT SELECT 2`, [[2n]]),
  'compound.EXCEPT': feature('EXCEPT', `${ROWS}SELECT a FROM t0 EXCEPT SELECT 2`, [[1n]]),
  with: feature(
    'WITH name AS (…)',
    `${ROWS}WITH q0 AS (SELECT a + 1 AS x FROM t0 WHERE a = 1) SELECT x FROM q0`,
    [[2n]],
  ),
  'with.columns': feature(
    'WITH name(columns) AS (…)',
    `${ROWS}WITH q0(x) AS (SELECT a FROM t0 WHERE a = 1) SELECT x FROM q0`,
    [[1n]],
  ),
  'with.recursive': feature(
    'WITH RECURSIVE',
    'WITH RECURSIVE q0(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM q0 WHERE x < 3) SELECT x FROM q0',
    [[1n], [2n], [3n]],
  ),
  'from.alias': feature('a table with an alias', `${ROWS}SELECT q0.b FROM t0 AS q0 WHERE q0.a = 1`, [[null]]),
  'from.subquery': feature(
    'a subquery in FROM',
    `${ROWS}SELECT x FROM (SELECT a + 1 AS x FROM t0 WHERE a = 1) AS q0`,
    [[2n]],
  ),
  'from.notIndexed': feature('NOT INDEXED', `${ROWS}SELECT b FROM t0 NOT INDEXED WHERE a = 1`, [[null]]),
  'from.indexedBy': feature(
    'INDEXED BY',
    `${ROWS}CREATE INDEX i0 ON t0(a); SELECT b FROM t0 INDEXED BY i0 WHERE a = 1`,
    [[null]],
  ),
  'join.comma': feature('FROM a, b', `${PAIR}SELECT b, c FROM t0, t1 WHERE t0.a = t1.a`, [[4n, 5n]]),
  'join.inner': feature('JOIN', `${PAIR}SELECT b, c FROM t0 JOIN t1 ON t0.a = t1.a`, [[4n, 5n]]),
  'join.cross': feature('CROSS JOIN', `${PAIR}SELECT b, c FROM t0 CROSS JOIN t1 WHERE b = 2 AND c = 7`, [
    [2n, 7n],
  ]),
  'join.left': feature('LEFT JOIN', `${PAIR}SELECT b, c FROM t0 LEFT JOIN t1 ON t0.a = t1.a ORDER BY b`, [
    [2n, null],
    [4n, 5n],
  ]),
  'join.right': feature('RIGHT JOIN', `${PAIR}SELECT b, c FROM t0 RIGHT JOIN t1 ON t0.a = t1.a ORDER BY c`, [
    [4n, 5n],
    [null, 7n],
  ]),
  'join.full': feature('FULL JOIN', `${PAIR}SELECT b, c FROM t0 FULL JOIN t1 ON t0.a = t1.a ORDER BY b, c`, [
    [null, 7n],
    [2n, null],
    [4n, 5n],
  ]),
  'join.natural': feature('NATURAL JOIN', `${PAIR}SELECT b, c FROM t0 NATURAL JOIN t1`, [[4n, 5n]]),
  'join.on': feature('JOIN … ON', `${PAIR}SELECT b, c FROM t0 JOIN t1 ON t0.a < t1.a AND b = 2 ORDER BY c`, [
    [2n, 5n],
    [2n, 7n],
  ]),
  'join.using': feature('JOIN … USING', `${PAIR}SELECT a, b, c FROM t0 JOIN t1 USING (a)`, [[3n, 4n, 5n]]),
  'join.nested': feature(
    'a join in parentheses as the right side of a join',
    `${PAIR}SELECT q0.b, t0.b, c FROM t0 AS q0 JOIN (t0 JOIN t1 ON t0.a = t1.a) ON q0.a < t0.a`,
    [[2n, 4n, 5n]],
  ),
} as const satisfies Record<string, Feature>;
