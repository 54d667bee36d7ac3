// INSERT, UPDATE and DELETE, transactions, and the statements that look after the database.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';

const CONSTRAINT = { refused: 'constraint' } as const;
const ONE = 'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); ';
const TWO = `${ONE}INSERT INTO t0 VALUES(3, 4); `;
/** Only what is about conflicts needs a key: an engine may have INSERT long before UNIQUE. */
const KEYED = 'CREATE TABLE t0(a INTEGER UNIQUE, b INTEGER); INSERT INTO t0 VALUES(1, 2); ';
const KEYED_TWO = `${KEYED}INSERT INTO t0 VALUES(3, 4); `;

export const writeFeatures = {
  insert: feature('INSERT', `${ONE}SELECT b FROM t0`, [[2n]]),
  'insert.columns': feature(
    'INSERT with names of columns',
    `${ONE}INSERT INTO t0(b, a) VALUES(5, 6); SELECT b FROM t0 WHERE a = 6`,
    [[5n]],
  ),
  'insert.rows': feature(
    'INSERT of several rows',
    `${ONE}INSERT INTO t0 VALUES(5, 6), (7, 8); SELECT b FROM t0 WHERE a > 1 ORDER BY b`,
    [[6n], [8n]],
  ),
  'insert.defaultValues': feature(
    'INSERT … DEFAULT VALUES',
    'CREATE TABLE t0(a INTEGER, b INTEGER DEFAULT 5); INSERT INTO t0 DEFAULT VALUES; SELECT a, b FROM t0',
    [[null, 5n]],
  ),
  'insert.select': feature(
    'INSERT … SELECT',
    `${ONE}INSERT INTO t0 SELECT a + 1, b FROM t0 WHERE a = 1; SELECT a FROM t0 WHERE a > 1`,
    [[2n]],
  ),
  'upsert.doNothing': feature(
    'ON CONFLICT DO NOTHING',
    `${KEYED}INSERT INTO t0 VALUES(1, 5) ON CONFLICT DO NOTHING; SELECT b FROM t0`,
    [[2n]],
  ),
  'upsert.doUpdate': feature(
    'ON CONFLICT DO UPDATE',
    `${KEYED}INSERT INTO t0 VALUES(1, 5) ON CONFLICT (a) DO UPDATE SET b = excluded.b + t0.b; SELECT b FROM t0`,
    [[7n]],
  ),
  'upsert.target': feature(
    'ON CONFLICT (columns)',
    `${KEYED}INSERT INTO t0 VALUES(1, 5) ON CONFLICT (a) DO NOTHING; SELECT b FROM t0`,
    [[2n]],
  ),
  'upsert.targetWhere': feature(
    'ON CONFLICT (columns) WHERE …',
    'CREATE TABLE t0(a INTEGER, b INTEGER); CREATE UNIQUE INDEX i0 ON t0(a) WHERE b > 1; INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(1, 3) ON CONFLICT (a) WHERE b > 1 DO NOTHING; SELECT b FROM t0',
    [[2n]],
  ),
  'upsert.where': feature(
    'DO UPDATE SET … WHERE',
    `${KEYED}INSERT INTO t0 VALUES(1, 5) ON CONFLICT (a) DO UPDATE SET b = 9 WHERE b > 2; SELECT b FROM t0`,
    [[2n]],
  ),
  'upsert.several': feature(
    'several ON CONFLICT clauses',
    'CREATE TABLE t0(a INTEGER UNIQUE, b INTEGER UNIQUE); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(5, 2) ON CONFLICT (a) DO NOTHING ON CONFLICT (b) DO UPDATE SET a = 7; SELECT a FROM t0',
    [[7n]],
  ),
  'conflict.ABORT': feature('INSERT OR ABORT', `${KEYED}INSERT OR ABORT INTO t0 VALUES(1, 5)`, CONSTRAINT),
  'conflict.FAIL': feature('INSERT OR FAIL', `${KEYED}INSERT OR FAIL INTO t0 VALUES(1, 5)`, CONSTRAINT),
  'conflict.IGNORE': feature(
    'INSERT OR IGNORE',
    `${KEYED}INSERT OR IGNORE INTO t0 VALUES(1, 5); SELECT b FROM t0`,
    [[2n]],
  ),
  'conflict.REPLACE': feature(
    'INSERT OR REPLACE',
    `${KEYED}INSERT OR REPLACE INTO t0 VALUES(1, 5); SELECT b FROM t0`,
    [[5n]],
  ),
  'conflict.ROLLBACK': feature(
    'INSERT OR ROLLBACK',
    `${KEYED}INSERT OR ROLLBACK INTO t0 VALUES(1, 5)`,
    CONSTRAINT,
  ),
  'update.conflict.ABORT': feature(
    'UPDATE OR ABORT',
    `${KEYED_TWO}UPDATE OR ABORT t0 SET a = 3 WHERE a = 1`,
    CONSTRAINT,
  ),
  'update.conflict.FAIL': feature(
    'UPDATE OR FAIL',
    `${KEYED_TWO}UPDATE OR FAIL t0 SET a = 3 WHERE a = 1`,
    CONSTRAINT,
  ),
  'update.conflict.IGNORE': feature(
    'UPDATE OR IGNORE',
    `${KEYED_TWO}UPDATE OR IGNORE t0 SET a = 3 WHERE a = 1; SELECT a FROM t0 ORDER BY a`,
    [[1n], [3n]],
  ),
  'update.conflict.REPLACE': feature(
    'UPDATE OR REPLACE',
    `${KEYED_TWO}UPDATE OR REPLACE t0 SET a = 3 WHERE a = 1; SELECT a, b FROM t0`,
    [[3n, 2n]],
  ),
  'update.conflict.ROLLBACK': feature(
    'UPDATE OR ROLLBACK',
    `${KEYED_TWO}UPDATE OR ROLLBACK t0 SET a = 3 WHERE a = 1`,
    CONSTRAINT,
  ),
  returning: feature('INSERT … RETURNING', `${ONE}INSERT INTO t0 VALUES(5, 6) RETURNING *`, [[5n, 6n]]),
  'returning.expression': feature(
    'RETURNING of expressions',
    `${ONE}INSERT INTO t0 VALUES(5, 6) RETURNING a + b, a`,
    [[11n, 5n]],
  ),
  'returning.update': feature('UPDATE … RETURNING', `${ONE}UPDATE t0 SET b = 9 RETURNING b, a`, [[9n, 1n]]),
  'returning.delete': feature('DELETE … RETURNING', `${ONE}DELETE FROM t0 RETURNING b, a`, [[2n, 1n]]),
  'returning.affinity': feature(
    'RETURNING of columns that differ in affinity',
    "CREATE TABLE t0(a, b REAL, c TEXT); INSERT INTO t0 VALUES(5, 6, '') RETURNING b, a, c <= 7",
    [[6, 5n, 1n]],
  ),
  'returning.upsert': feature(
    'INSERT … ON CONFLICT … RETURNING',
    `${KEYED}INSERT INTO t0 VALUES(1, 5) ON CONFLICT (a) DO UPDATE SET b = 9 RETURNING b`,
    [[9n]],
  ),
  update: feature('UPDATE', `${ONE}UPDATE t0 SET b = 3; SELECT b FROM t0`, [[3n]]),
  'update.where': feature(
    'UPDATE … WHERE',
    `${TWO}UPDATE t0 SET b = 9 WHERE a = 3; SELECT b FROM t0 ORDER BY b`,
    [[2n], [9n]],
  ),
  'update.alias': feature(
    'UPDATE t AS a',
    `${TWO}UPDATE t0 AS q0 SET b = 9 WHERE q0.a = 3; SELECT b FROM t0 ORDER BY b`,
    [[2n], [9n]],
  ),
  'update.from': feature(
    'UPDATE … FROM',
    `${ONE}CREATE TABLE t1(c INTEGER, d INTEGER); INSERT INTO t1 VALUES(1, 7); UPDATE t0 SET b = d FROM t1 WHERE a = c; SELECT b FROM t0`,
    [[7n]],
  ),
  'update.rowAssignment': feature(
    'SET (a, b) = (x, y)',
    `${ONE}UPDATE t0 SET (a, b) = (b, 9); SELECT a, b FROM t0`,
    [[2n, 9n]],
  ),
  'update.key': feature(
    'UPDATE of an INTEGER PRIMARY KEY',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY, b INTEGER); INSERT INTO t0 VALUES(1, 2); UPDATE t0 SET a = 7 WHERE a = 1; SELECT a, b FROM t0',
    [[7n, 2n]],
  ),
  delete: feature('DELETE', `${TWO}DELETE FROM t0; SELECT a FROM t0`, []),
  'delete.where': feature('DELETE … WHERE', `${TWO}DELETE FROM t0 WHERE a = 1; SELECT a FROM t0`, [[3n]]),
  'delete.alias': feature(
    'DELETE FROM t AS a',
    `${TWO}DELETE FROM t0 AS q0 WHERE q0.a = 1; SELECT a FROM t0`,
    [[3n]],
  ),
  begin: feature('BEGIN', `${ONE}BEGIN; INSERT INTO t0 VALUES(5, 6); COMMIT; SELECT a FROM t0 WHERE a > 1`, [
    [5n],
  ]),
  'begin.DEFERRED': feature(
    'BEGIN DEFERRED',
    `${ONE}BEGIN DEFERRED; INSERT INTO t0 VALUES(5, 6); COMMIT; SELECT a FROM t0 WHERE a > 1`,
    [[5n]],
  ),
  'begin.IMMEDIATE': feature(
    'BEGIN IMMEDIATE',
    `${ONE}BEGIN IMMEDIATE; INSERT INTO t0 VALUES(5, 6); COMMIT; SELECT a FROM t0 WHERE a > 1`,
    [[5n]],
  ),
  'begin.EXCLUSIVE': feature(
    'BEGIN EXCLUSIVE',
    `${ONE}BEGIN EXCLUSIVE; INSERT INTO t0 VALUES(5, 6); COMMIT; SELECT a FROM t0 WHERE a > 1`,
    [[5n]],
  ),
  commit: feature('COMMIT', `${ONE}BEGIN; UPDATE t0 SET b = 9; COMMIT; SELECT b FROM t0`, [[9n]]),
  rollback: feature('ROLLBACK', `${ONE}BEGIN; UPDATE t0 SET b = 9; ROLLBACK; SELECT b FROM t0`, [[2n]]),
  savepoint: feature(
    'SAVEPOINT',
    `${ONE}BEGIN; SAVEPOINT s0; UPDATE t0 SET b = 9; COMMIT; SELECT b FROM t0`,
    [[9n]],
  ),
  'savepoint.outermost': feature(
    'SAVEPOINT outside of a transaction',
    `${ONE}SAVEPOINT s0; UPDATE t0 SET b = 9; RELEASE s0; SELECT b FROM t0`,
    [[9n]],
  ),
  release: feature(
    'RELEASE',
    `${ONE}BEGIN; SAVEPOINT s0; UPDATE t0 SET b = 9; RELEASE s0; COMMIT; SELECT b FROM t0`,
    [[9n]],
  ),
  rollbackTo: feature(
    'ROLLBACK TO',
    `${ONE}BEGIN; UPDATE t0 SET b = 5; SAVEPOINT s0; UPDATE t0 SET b = 9; ROLLBACK TO s0; COMMIT; SELECT b FROM t0`,
    [[5n]],
  ),
  'transaction.createTable': feature(
    'CREATE TABLE in a transaction',
    'BEGIN; CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); ROLLBACK; CREATE TABLE t0(b INTEGER); SELECT b FROM t0',
    [],
  ),
  'pragma.automatic_index': feature(
    'PRAGMA automatic_index',
    'PRAGMA automatic_index = OFF; PRAGMA automatic_index',
    [[0n]],
  ),
  'pragma.cache_size': feature('PRAGMA cache_size', 'PRAGMA cache_size = 200; PRAGMA cache_size', [[200n]]),
  'pragma.integrity_check': feature('PRAGMA integrity_check', `${ONE}PRAGMA integrity_check`, [['ok']]),
  'pragma.journal_mode': feature('PRAGMA journal_mode', 'PRAGMA journal_mode', [['wal']]),
  'pragma.page_count': feature('PRAGMA page_count', `${ONE}PRAGMA page_count; SELECT 1`, [[1n]]),
  'pragma.page_size': feature('PRAGMA page_size', 'PRAGMA page_size', [[4096n]]),
  'pragma.quick_check': feature('PRAGMA quick_check', `${ONE}PRAGMA quick_check`, [['ok']]),
  'pragma.reverse_unordered_selects': feature(
    'PRAGMA reverse_unordered_selects',
    'PRAGMA reverse_unordered_selects = ON; PRAGMA reverse_unordered_selects',
    [[1n]],
  ),
  'pragma.schema_version': feature('PRAGMA schema_version', `${ONE}PRAGMA schema_version; SELECT 1`, [[1n]]),
  'pragma.table_info': feature(
    'PRAGMA table_info',
    "CREATE TABLE t0(a INTEGER PRIMARY KEY, b TEXT NOT NULL DEFAULT 'x'); PRAGMA table_info(t0)",
    [
      [0n, 'a', 'INTEGER', 0n, null, 1n],
      [1n, 'b', 'TEXT', 1n, "'x'", 0n],
    ],
  ),
  'pragma.temp_store': feature('PRAGMA temp_store', 'PRAGMA temp_store = MEMORY; PRAGMA temp_store', [[2n]]),
  'pragma.user_version': feature('PRAGMA user_version', 'PRAGMA user_version = 77; PRAGMA user_version', [
    [77n],
  ]),
  'pragma.wal_checkpoint': feature(
    'PRAGMA wal_checkpoint',
    `${ONE}PRAGMA wal_checkpoint; PRAGMA wal_checkpoint(TRUNCATE); SELECT b FROM t0`,
    [[2n]],
  ),
  'pragma.other': feature('any other PRAGMA', 'PRAGMA max_page_count; SELECT 1', [[1n]]),
  analyze: feature('ANALYZE', `${ONE}CREATE INDEX i0 ON t0(b); ANALYZE; SELECT b FROM t0 WHERE b = 2`, [
    [2n],
  ]),
  'analyze.table': feature(
    'ANALYZE of one table',
    `${ONE}CREATE INDEX i0 ON t0(b); ANALYZE t0; SELECT b FROM t0 WHERE b = 2`,
    [[2n]],
  ),
  reindex: feature('REINDEX', `${ONE}CREATE INDEX i0 ON t0(b); REINDEX; SELECT b FROM t0 WHERE b = 2`, [
    [2n],
  ]),
  'reindex.one': feature(
    'REINDEX of one table or index',
    `${ONE}CREATE INDEX i0 ON t0(b); REINDEX t0; REINDEX i0; SELECT b FROM t0 WHERE b = 2`,
    [[2n]],
  ),
  'statement.raw': feature('a statement that is SQL text', 'SELECT 1', [[1n]]),
} as const satisfies Record<string, Feature>;
