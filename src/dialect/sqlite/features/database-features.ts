// What is about a database as a whole: a second one beside it, a fresh copy of it, and whether its foreign keys count.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';

const ROWS = 'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); ';

export const databaseFeatures = {
  attach: feature(
    'ATTACH and DETACH',
    "ATTACH 'q0.db' AS q0; CREATE TABLE q0.t0(a INTEGER); INSERT INTO q0.t0 VALUES(1); SELECT a FROM q0.t0",
    [[1n]],
  ),
  vacuum: feature('VACUUM', `${ROWS}DELETE FROM t0; VACUUM; PRAGMA integrity_check`, [['ok']]),
  'vacuum.into': feature('VACUUM INTO', `${ROWS}VACUUM INTO 'copy.db'; SELECT b FROM t0`, [[2n]]),
  'pragma.foreign_keys': feature('PRAGMA foreign_keys', 'PRAGMA foreign_keys = ON; PRAGMA foreign_keys', [
    [1n],
  ]),
  'foreignKey.enforced': feature(
    'PRAGMA foreign_keys = ON',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY); CREATE TABLE t1(b INTEGER REFERENCES t0(a)); PRAGMA foreign_keys = ON; INSERT INTO t1 VALUES(5)',
    { refused: 'constraint' },
  ),
  'foreignKey.cascade': feature(
    'ON DELETE CASCADE at work',
    'CREATE TABLE t0(a INTEGER PRIMARY KEY); CREATE TABLE t1(b INTEGER REFERENCES t0(a) ON DELETE CASCADE); PRAGMA foreign_keys = ON; INSERT INTO t0 VALUES(1); INSERT INTO t1 VALUES(1); DELETE FROM t0; SELECT b FROM t1',
    [],
  ),
} as const satisfies Record<string, Feature>;
