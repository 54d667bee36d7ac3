// Kinds of tables with what can be done to them: an engine may have both, but not together.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';
import { PAIR, ROWS } from './witness-tables.ts';

const CONSTRAINT = { refused: 'constraint' } as const;
const KEYED =
  "CREATE TABLE t0(a INTEGER PRIMARY KEY, b TEXT, c INTEGER) WITHOUT ROWID; INSERT INTO t0 VALUES(1, 'x', 5); INSERT INTO t0 VALUES(2, 'y', 6); ";
const VIRTUAL = 'CREATE TABLE t0(a INTEGER, b INTEGER AS (a + 1), c TEXT); INSERT INTO t0(a) VALUES(1); ';

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
    `${KEYED}INSERT INTO t0 VALUES(1, 'z', 9) ON CONFLICT DO NOTHING; SELECT b FROM t0 WHERE a = 1`,
    [['x']],
  ),
  'withoutRowid.upsert.target': feature(
    'ON CONFLICT (…) DO on a WITHOUT ROWID table',
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
  'withoutRowid.notFirst.notNull': feature(
    'NOT NULL before the key of a WITHOUT ROWID table, and its integrity check',
    'CREATE TABLE t0(a INTEGER, b INTEGER NOT NULL, c INTEGER PRIMARY KEY) WITHOUT ROWID; INSERT INTO t0 VALUES(NULL, 1, 2); PRAGMA integrity_check',
    [['ok']],
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
  'alter.addColumn.realDefault': feature(
    'ADD COLUMN … DEFAULT with a real',
    'CREATE TABLE t0(a); INSERT INTO t0 VALUES(1); ALTER TABLE t0 ADD COLUMN b DEFAULT 5.0; SELECT b FROM t0',
    [[5]],
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
