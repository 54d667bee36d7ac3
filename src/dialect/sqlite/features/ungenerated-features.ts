// Features that no generator produces yet: a ledger lists them, so that the developers of a database see what is left to test. Those
// that SQLite does not have are marked as such; their witness holds what Turso documents.

import type { Feature } from '../../dialect.ts';
import { feature, shown } from './feature.ts';

const ROWS = 'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); ';

export const ungeneratedFeatures = {
  'foreignKey.deferred': feature(
    'DEFERRABLE INITIALLY DEFERRED',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY); CREATE TABLE t1(b INTEGER REFERENCES t0(a) DEFERRABLE INITIALLY DEFERRED); PRAGMA foreign_keys = ON; BEGIN; INSERT INTO t1 VALUES(1); INSERT INTO t0 VALUES(1); COMMIT; SELECT b FROM t1',
    [[1n]],
  ),
  'createTable.temporary': feature(
    'CREATE TEMP TABLE',
    'CREATE TEMP TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); SELECT a FROM temp.t0',
    [[1n]],
  ),
  explain: feature(
    'EXPLAIN and EXPLAIN QUERY PLAN',
    `${ROWS}EXPLAIN SELECT a FROM t0; EXPLAIN QUERY PLAN SELECT a FROM t0; SELECT 1`,
    [[1n]],
  ),
  'select.namedWindow': feature(
    'WINDOW w AS (…)',
    `${ROWS}SELECT count(*) OVER w0 FROM t0 WINDOW w0 AS (ORDER BY a)`,
    [[1n]],
  ),
  'aggregate.orderBy.inside': feature(
    'ORDER BY inside an aggregate',
    "CREATE TABLE t0(b TEXT); INSERT INTO t0 VALUES('y'); INSERT INTO t0 VALUES('x'); SELECT group_concat(b, ',' ORDER BY b) FROM t0",
    [['x,y']],
  ),
  'delete.limit': feature(
    'ORDER BY and LIMIT in DELETE',
    `${ROWS}INSERT INTO t0 VALUES(3, 4); DELETE FROM t0 WHERE rowid IN (SELECT rowid FROM t0 ORDER BY a LIMIT 1); SELECT a FROM t0`,
    [[3n]],
  ),
  'with.recursive.union': feature(
    'WITH RECURSIVE … UNION',
    'WITH RECURSIVE q0(x) AS (SELECT 1 UNION SELECT x % 3 + 1 FROM q0) SELECT x FROM q0',
    [[1n], [2n], [3n]],
  ),
  'from.tableFunction': feature('table-valued functions', "SELECT value FROM json_each('[5, 6]')", [
    [5n],
    [6n],
  ]),
  'from.pragmaFunction': feature(
    'pragma functions in FROM',
    "CREATE TABLE t0(a INTEGER); SELECT count(*) FROM pragma_table_info('sqlite_master')",
    [[5n]],
  ),
  'pragma.synchronous': feature('PRAGMA synchronous', 'PRAGMA synchronous = FULL; PRAGMA synchronous', [
    [2n],
  ]),
  'pragma.application_id': feature(
    'PRAGMA application_id',
    'PRAGMA application_id = 5; PRAGMA application_id',
    [[5n]],
  ),
  'pragma.index_list': feature('PRAGMA index_list', 'CREATE TABLE t0(a INTEGER); PRAGMA index_list(t0)', []),
  'pragma.table_xinfo': feature('PRAGMA table_xinfo', 'CREATE TABLE t0(a INTEGER); PRAGMA table_xinfo(t0)', [
    [0n, 'a', 'INTEGER', 0n, null, 0n, 0n],
  ]),
  'pragma.auto_vacuum': feature('PRAGMA auto_vacuum', 'PRAGMA auto_vacuum', [[0n]]),
  'pragma.freelist_count': feature('PRAGMA freelist_count', 'PRAGMA freelist_count; SELECT 1', [[1n]]),
  sqlite_schema: feature(
    'reading sqlite_schema',
    "CREATE TABLE t0(a INTEGER); SELECT count(*) > 0 FROM sqlite_schema WHERE type = 'table'",
    [[1n]],
  ),
  'expression.arrow': shown(
    'x -> path and x ->> path',
    `'{"a": [1]}' -> '$.a', '{"a": 5}' ->> 'a'`,
    '[1]',
    5n,
  ),
  'expression.parameter': feature('parameters', 'SELECT coalesce(?1, 5)', [[5n]]),
} as const satisfies Record<string, Feature>;

/** Turso's own, apart from functions: SQLite, as it is shipped, does not have them. */
export const tursoFeatures = {
  'expression.regexp': shown('x REGEXP y', "'abc' REGEXP 'b'", 1n),
  'begin.CONCURRENT': feature(
    'BEGIN CONCURRENT',
    "PRAGMA journal_mode = 'mvcc'; CREATE TABLE t0(a INTEGER); BEGIN CONCURRENT; INSERT INTO t0 VALUES(1); COMMIT; SELECT a FROM t0",
    [[1n]],
  ),
  'createView.materialized': feature(
    'CREATE MATERIALIZED VIEW',
    `${ROWS}CREATE MATERIALIZED VIEW v0 AS SELECT a + 1 AS x FROM t0; SELECT x FROM v0`,
    [[2n]],
  ),
  'from.generate_series': feature(
    'generate_series(start, stop, step)',
    'SELECT value FROM generate_series(1, 5, 2)',
    [[1n], [3n], [5n]],
  ),
} as const satisfies Record<string, Feature>;
