// Tables, indexes, views, and what changes them.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';

const CONSTRAINT = { refused: 'constraint' } as const;

export const schemaFeatures = {
  createTable: feature(
    'CREATE TABLE',
    "CREATE TABLE t0(a INTEGER, b TEXT); INSERT INTO t0 VALUES(1, 'x'); SELECT a, b FROM t0",
    [[1n, 'x']],
  ),
  'createTable.ifNotExists': feature(
    'CREATE TABLE IF NOT EXISTS',
    'CREATE TABLE t0(a INTEGER); CREATE TABLE IF NOT EXISTS t0(a, b); INSERT INTO t0 VALUES(1); SELECT * FROM t0',
    [[1n]],
  ),
  'createTable.strict': feature(
    'STRICT tables',
    "CREATE TABLE t0(a INTEGER, b TEXT) STRICT; INSERT INTO t0 VALUES(5, 'x'); SELECT a, b FROM t0",
    [[5n, 'x']],
  ),
  'createTable.withoutRowid': feature(
    'WITHOUT ROWID tables',
    "CREATE TABLE t0(a INTEGER PRIMARY KEY, b TEXT) WITHOUT ROWID; INSERT INTO t0 VALUES(2, 'y'); INSERT INTO t0 VALUES(1, 'x'); SELECT b FROM t0 WHERE a = 1",
    [['x']],
  ),
  'createTable.as': feature(
    'CREATE TABLE … AS SELECT',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); CREATE TABLE t1 AS SELECT a + 1 AS b FROM t0; SELECT b FROM t1',
    [[2n]],
  ),
  'type.none': feature(
    'a column without a type',
    "CREATE TABLE t0(a); INSERT INTO t0 VALUES('1'); SELECT a FROM t0",
    [['1']],
  ),
  'type.integer': feature(
    'a type of INTEGER affinity',
    "CREATE TABLE t0(a INTEGER, b INT, c BIGINT); INSERT INTO t0 VALUES('1', '2', '3'); SELECT a, b, c FROM t0",
    [[1n, 2n, 3n]],
  ),
  'type.real': feature(
    'a type of REAL affinity',
    'CREATE TABLE t0(a REAL, b DOUBLE); INSERT INTO t0 VALUES(1, 2.5); SELECT a, b FROM t0',
    [[1, 2.5]],
  ),
  'type.numeric': feature(
    'a type of NUMERIC affinity',
    "CREATE TABLE t0(a NUMERIC, b DECIMAL(10,2), c BOOLEAN); INSERT INTO t0 VALUES('1', 2.5, 3.0); SELECT a, b, c FROM t0",
    [[1n, 2.5, 3n]],
  ),
  'type.text': feature(
    'a type of TEXT affinity',
    'CREATE TABLE t0(a TEXT, b VARCHAR(10)); INSERT INTO t0 VALUES(1, 2); SELECT a, b FROM t0',
    [['1', '2']],
  ),
  'type.blob': feature(
    'the type BLOB',
    "CREATE TABLE t0(a BLOB); INSERT INTO t0 VALUES('1'); SELECT a FROM t0",
    [['1']],
  ),
  'type.any': feature(
    'the type ANY of STRICT tables',
    "CREATE TABLE t0(a ANY) STRICT; INSERT INTO t0 VALUES('1'); SELECT a FROM t0",
    [['1']],
  ),
  'column.rowidAlias': feature(
    'INTEGER PRIMARY KEY',
    "CREATE TABLE t0(a INTEGER PRIMARY KEY, b TEXT); INSERT INTO t0 VALUES(5, 'x'); INSERT INTO t0 VALUES(NULL, 'y'); SELECT a FROM t0 WHERE b = 'y'",
    [[6n]],
  ),
  'column.autoincrement': feature(
    'AUTOINCREMENT',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY AUTOINCREMENT, b INTEGER); INSERT INTO t0 VALUES(5, 1); DELETE FROM t0; INSERT INTO t0 VALUES(NULL, 2); SELECT a FROM t0',
    [[6n]],
  ),
  'column.primaryKey': feature(
    'a column that is the PRIMARY KEY',
    "CREATE TABLE t0(a TEXT PRIMARY KEY); INSERT INTO t0 VALUES('x'); INSERT INTO t0 VALUES('x')",
    CONSTRAINT,
  ),
  'column.primaryKeyDescending': feature(
    'PRIMARY KEY DESC',
    'CREATE TABLE t0(a INT PRIMARY KEY DESC); INSERT INTO t0 VALUES(1); SELECT a FROM t0',
    [[1n]],
  ),
  'column.notNull': feature(
    'NOT NULL',
    'CREATE TABLE t0(a INTEGER NOT NULL); INSERT INTO t0 VALUES(NULL)',
    CONSTRAINT,
  ),
  'column.unique': feature(
    'UNIQUE on a column',
    'CREATE TABLE t0(a INTEGER UNIQUE); INSERT INTO t0 VALUES(1); INSERT INTO t0 VALUES(1)',
    CONSTRAINT,
  ),
  'column.default': feature(
    'DEFAULT with a literal',
    "CREATE TABLE t0(a INTEGER, b TEXT DEFAULT 'x', c INTEGER DEFAULT -1); INSERT INTO t0(a) VALUES(1); SELECT b, c FROM t0",
    [['x', -1n]],
  ),
  'column.defaultExpression': feature(
    'DEFAULT with an expression',
    'CREATE TABLE t0(a INTEGER, b INTEGER DEFAULT (1 + 2)); INSERT INTO t0(a) VALUES(1); SELECT b FROM t0',
    [[3n]],
  ),
  'column.check': feature(
    'CHECK on a column',
    'CREATE TABLE t0(a INTEGER CHECK (a <> 5)); INSERT INTO t0 VALUES(4); INSERT INTO t0 VALUES(5)',
    CONSTRAINT,
  ),
  'column.collate': feature(
    'COLLATE on a column',
    "CREATE TABLE t0(a TEXT COLLATE NOCASE, b TEXT COLLATE BINARY); INSERT INTO t0 VALUES('x', 'y'); SELECT 1 FROM t0 WHERE a = 'X' AND b = 'y'",
    [[1n]],
  ),
  'column.generatedVirtual': feature(
    'a generated column that is not stored',
    'CREATE TABLE t0(a INTEGER, b INTEGER AS (a + 1)); INSERT INTO t0(a) VALUES(1); SELECT b FROM t0',
    [[2n]],
  ),
  'column.generatedStored': feature(
    'a generated column that is stored',
    'CREATE TABLE t0(a INTEGER, b INTEGER AS (a + 1) STORED); INSERT INTO t0(a) VALUES(1); SELECT b FROM t0',
    [[2n]],
  ),
  'constraint.primaryKey': feature(
    'PRIMARY KEY (…) of a table',
    'CREATE TABLE t0(a INTEGER, b TEXT, PRIMARY KEY (b, a)); INSERT INTO t0 VALUES(1, 1); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(1, 1)',
    CONSTRAINT,
  ),
  'constraint.unique': feature(
    'UNIQUE (…) of a table',
    'CREATE TABLE t0(a INTEGER, b INTEGER, UNIQUE (a, b)); INSERT INTO t0 VALUES(1, 1); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(1, 1)',
    CONSTRAINT,
  ),
  'constraint.check': feature(
    'CHECK (…) of a table',
    'CREATE TABLE t0(a INTEGER, b INTEGER, CHECK (a <> b)); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(1, 1)',
    CONSTRAINT,
  ),
  'constraint.foreignKey': feature(
    'FOREIGN KEY (…) REFERENCES',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY); CREATE TABLE t1(b INTEGER, FOREIGN KEY (b) REFERENCES t0(a)); INSERT INTO t1 VALUES(1); SELECT b FROM t1',
    [[1n]],
  ),
  'constraint.onConflict': feature(
    'ON CONFLICT in a constraint',
    "CREATE TABLE t0(a INTEGER UNIQUE ON CONFLICT IGNORE, b TEXT); INSERT INTO t0 VALUES(1, 'x'); INSERT INTO t0 VALUES(1, 'y'); SELECT b FROM t0",
    [['x']],
  ),
  'constraint.onConflict.ABORT': feature(
    'ON CONFLICT ABORT in a constraint',
    'CREATE TABLE t0(a INTEGER UNIQUE ON CONFLICT ABORT); INSERT INTO t0 VALUES(1); INSERT INTO t0 VALUES(1)',
    CONSTRAINT,
  ),
  'constraint.onConflict.FAIL': feature(
    'ON CONFLICT FAIL in a constraint',
    'CREATE TABLE t0(a INTEGER UNIQUE ON CONFLICT FAIL); INSERT INTO t0 VALUES(1); INSERT INTO t0 VALUES(1)',
    CONSTRAINT,
  ),
  'constraint.onConflict.IGNORE': feature(
    'ON CONFLICT IGNORE in a constraint',
    'CREATE TABLE t0(a INTEGER NOT NULL ON CONFLICT IGNORE); INSERT INTO t0 VALUES(1); INSERT INTO t0 VALUES(NULL); SELECT a FROM t0',
    [[1n]],
  ),
  'constraint.onConflict.REPLACE': feature(
    'ON CONFLICT REPLACE in a constraint',
    "CREATE TABLE t0(a INTEGER UNIQUE ON CONFLICT REPLACE, b TEXT); INSERT INTO t0 VALUES(1, 'x'); INSERT INTO t0 VALUES(1, 'y'); SELECT b FROM t0",
    [['y']],
  ),
  'constraint.onConflict.ROLLBACK': feature(
    'ON CONFLICT ROLLBACK in a constraint',
    'CREATE TABLE t0(a INTEGER UNIQUE ON CONFLICT ROLLBACK); INSERT INTO t0 VALUES(1); INSERT INTO t0 VALUES(1)',
    CONSTRAINT,
  ),
  'foreignKey.onDelete': feature(
    'a foreign key with ON DELETE',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY); CREATE TABLE t1(b INTEGER, FOREIGN KEY (b) REFERENCES t0(a) ON DELETE CASCADE); INSERT INTO t1 VALUES(1); SELECT b FROM t1',
    [[1n]],
  ),
  'foreignKey.onUpdate': feature(
    'a foreign key with ON UPDATE',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY); CREATE TABLE t1(b INTEGER, FOREIGN KEY (b) REFERENCES t0(a) ON UPDATE SET NULL); INSERT INTO t1 VALUES(1); SELECT b FROM t1',
    [[1n]],
  ),
  createIndex: feature(
    'CREATE INDEX',
    'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); CREATE INDEX i0 ON t0(a); INSERT INTO t0 VALUES(3, 4); SELECT b FROM t0 WHERE a = 3',
    [[4n]],
  ),
  'createIndex.ifNotExists': feature(
    'CREATE INDEX IF NOT EXISTS',
    'CREATE TABLE t0(a INTEGER); CREATE INDEX i0 ON t0(a); CREATE INDEX IF NOT EXISTS i0 ON t0(a); SELECT a FROM t0',
    [],
  ),
  'createIndex.unique': feature(
    'CREATE UNIQUE INDEX',
    'CREATE TABLE t0(a INTEGER); CREATE UNIQUE INDEX i0 ON t0(a); INSERT INTO t0 VALUES(1); INSERT INTO t0 VALUES(1)',
    CONSTRAINT,
  ),
  'createIndex.composite': feature(
    'an index of several columns',
    'CREATE TABLE t0(a INTEGER, b INTEGER); CREATE INDEX i0 ON t0(a, b); INSERT INTO t0 VALUES(1, 2); SELECT b FROM t0 WHERE a = 1 AND b > 1',
    [[2n]],
  ),
  'createIndex.descending': feature(
    'an index with a DESC column',
    'CREATE TABLE t0(a INTEGER); CREATE INDEX i0 ON t0(a DESC); INSERT INTO t0 VALUES(1); INSERT INTO t0 VALUES(2); SELECT a FROM t0 WHERE a > 0 ORDER BY a',
    [[1n], [2n]],
  ),
  'createIndex.collate': feature(
    'an index with COLLATE',
    "CREATE TABLE t0(a TEXT); CREATE INDEX i0 ON t0(a COLLATE NOCASE); INSERT INTO t0 VALUES('x'); SELECT a FROM t0 WHERE a = 'x'",
    [['x']],
  ),
  'createIndex.partial': feature(
    'an index with WHERE',
    'CREATE TABLE t0(a INTEGER, b INTEGER); CREATE INDEX i0 ON t0(a) WHERE b > 1; INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(1, 0); SELECT b FROM t0 WHERE a = 1 AND b > 1',
    [[2n]],
  ),
  'createIndex.expression': feature(
    'an index on an expression',
    'CREATE TABLE t0(a INTEGER, b INTEGER); CREATE INDEX i0 ON t0(a + b); INSERT INTO t0 VALUES(1, 2); SELECT a FROM t0 WHERE a + b = 3',
    [[1n]],
  ),
  createView: feature(
    'CREATE VIEW',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); CREATE VIEW v0 AS SELECT a + 1 AS b FROM t0; SELECT b FROM v0',
    [[2n]],
  ),
  'createView.ifNotExists': feature(
    'CREATE VIEW IF NOT EXISTS',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); CREATE VIEW IF NOT EXISTS v0 AS SELECT a FROM t0; SELECT a FROM v0',
    [[1n]],
  ),
  'createView.columns': feature(
    'CREATE VIEW with names of columns',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); CREATE VIEW v0(b) AS SELECT a FROM t0; SELECT b FROM v0',
    [[1n]],
  ),
  'drop.table': feature(
    'DROP TABLE',
    'CREATE TABLE t0(a INTEGER); DROP TABLE t0; CREATE TABLE t0(b INTEGER); SELECT b FROM t0',
    [],
  ),
  'drop.index': feature(
    'DROP INDEX',
    'CREATE TABLE t0(a INTEGER); CREATE INDEX i0 ON t0(a); INSERT INTO t0 VALUES(1); DROP INDEX i0; SELECT a FROM t0 WHERE a = 1',
    [[1n]],
  ),
  'drop.view': feature(
    'DROP VIEW',
    'CREATE TABLE t0(a INTEGER); CREATE VIEW v0 AS SELECT a FROM t0; DROP VIEW v0; CREATE VIEW v0 AS SELECT a AS b FROM t0; SELECT b FROM v0',
    [],
  ),
  'drop.ifExists': feature(
    'DROP … IF EXISTS',
    'CREATE TABLE t0(a INTEGER); DROP TABLE IF EXISTS t0; DROP TABLE IF EXISTS t0; CREATE TABLE t0(b INTEGER); SELECT b FROM t0',
    [],
  ),
  'alter.renameTable': feature(
    'ALTER TABLE … RENAME TO',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); ALTER TABLE t0 RENAME TO t1; SELECT a FROM t1',
    [[1n]],
  ),
  'alter.renameColumn': feature(
    'ALTER TABLE … RENAME COLUMN',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); ALTER TABLE t0 RENAME COLUMN a TO b; SELECT b FROM t0',
    [[1n]],
  ),
  'alter.addColumn': feature(
    'ALTER TABLE … ADD COLUMN',
    'CREATE TABLE t0(a INTEGER); INSERT INTO t0 VALUES(1); ALTER TABLE t0 ADD COLUMN b INTEGER DEFAULT 5; SELECT a, b FROM t0',
    [[1n, 5n]],
  ),
  'alter.dropColumn': feature(
    'ALTER TABLE … DROP COLUMN',
    'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); ALTER TABLE t0 DROP COLUMN a; SELECT * FROM t0',
    [[2n]],
  ),
} as const satisfies Record<string, Feature>;
