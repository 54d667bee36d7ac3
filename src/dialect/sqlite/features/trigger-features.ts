// Triggers: when they fire, and what they do.

import type { Feature } from '../../dialect.ts';
import { feature } from './feature.ts';

const TABLES = ['CREATE TABLE t0(a INTEGER)', 'CREATE TABLE t1(b INTEGER)'];
const ROW = 'INSERT INTO t0 VALUES(1)';

export const triggerFeatures = {
  'trigger.afterInsert': feature(
    'CREATE TRIGGER … AFTER INSERT',
    [
      ...TABLES,
      'CREATE TRIGGER g0 AFTER INSERT ON t0 BEGIN INSERT INTO t1 VALUES(new.a + 1); END',
      ROW,
      'SELECT b FROM t1',
    ],
    [[2n]],
  ),
  'trigger.beforeInsert': feature(
    'CREATE TRIGGER … BEFORE INSERT',
    [
      ...TABLES,
      'CREATE TRIGGER g0 BEFORE INSERT ON t0 BEGIN INSERT INTO t1 VALUES(new.a); END',
      ROW,
      'SELECT b FROM t1',
    ],
    [[1n]],
  ),
  'trigger.beforeUpdate': feature(
    'CREATE TRIGGER … BEFORE UPDATE',
    [
      'CREATE TABLE t0(a INTEGER)',
      'CREATE TABLE t1(b INTEGER, c INTEGER)',
      ROW,
      'CREATE TRIGGER g0 BEFORE UPDATE ON t0 BEGIN INSERT INTO t1 VALUES(old.a, new.a); END',
      'UPDATE t0 SET a = 5',
      'SELECT b, c FROM t1',
    ],
    [[1n, 5n]],
  ),
  'trigger.afterUpdate': feature(
    'CREATE TRIGGER … AFTER UPDATE',
    [
      ...TABLES,
      ROW,
      'CREATE TRIGGER g0 AFTER UPDATE ON t0 BEGIN INSERT INTO t1 VALUES(old.a + new.a); END',
      'UPDATE t0 SET a = 5',
      'SELECT b FROM t1',
    ],
    [[6n]],
  ),
  'trigger.beforeDelete': feature(
    'CREATE TRIGGER … BEFORE DELETE',
    [
      ...TABLES,
      ROW,
      'CREATE TRIGGER g0 BEFORE DELETE ON t0 BEGIN INSERT INTO t1 VALUES(old.a); END',
      'DELETE FROM t0',
      'SELECT b FROM t1',
    ],
    [[1n]],
  ),
  'trigger.afterDelete': feature(
    'CREATE TRIGGER … AFTER DELETE',
    [
      ...TABLES,
      ROW,
      'CREATE TRIGGER g0 AFTER DELETE ON t0 BEGIN INSERT INTO t1 VALUES(old.a); END',
      'DELETE FROM t0',
      'SELECT b FROM t1',
    ],
    [[1n]],
  ),
  'trigger.insteadOf': feature(
    'CREATE TRIGGER … INSTEAD OF on a view',
    [
      'CREATE TABLE t0(a INTEGER)',
      'CREATE VIEW v0 AS SELECT a FROM t0',
      'CREATE TRIGGER g0 INSTEAD OF INSERT ON v0 BEGIN INSERT INTO t0 VALUES(new.a + 1); END',
      'INSERT INTO v0 VALUES(1)',
      'SELECT a FROM t0',
    ],
    [[2n]],
  ),
  'trigger.ifNotExists': feature(
    'CREATE TRIGGER IF NOT EXISTS',
    [
      ...TABLES,
      'CREATE TRIGGER g0 AFTER INSERT ON t0 BEGIN INSERT INTO t1 VALUES(new.a); END',
      'CREATE TRIGGER IF NOT EXISTS g0 AFTER INSERT ON t0 BEGIN INSERT INTO t1 VALUES(0); END',
      ROW,
      'SELECT b FROM t1',
    ],
    [[1n]],
  ),
  'trigger.of': feature(
    'UPDATE OF some columns',
    [
      'CREATE TABLE t0(a INTEGER, c INTEGER)',
      'CREATE TABLE t1(b INTEGER)',
      'INSERT INTO t0 VALUES(1, 2)',
      'CREATE TRIGGER g0 AFTER UPDATE OF a ON t0 BEGIN INSERT INTO t1 VALUES(new.a); END',
      'UPDATE t0 SET c = 3',
      'UPDATE t0 SET a = 4',
      'SELECT b FROM t1',
    ],
    [[4n]],
  ),
  'trigger.when': feature(
    'WHEN in a trigger',
    [
      ...TABLES,
      'CREATE TRIGGER g0 AFTER INSERT ON t0 WHEN new.a > 1 BEGIN INSERT INTO t1 VALUES(new.a); END',
      ROW,
      'INSERT INTO t0 VALUES(2)',
      'SELECT b FROM t1',
    ],
    [[2n]],
  ),
  'trigger.several': feature(
    'several statements in a trigger',
    [
      ...TABLES,
      'CREATE TRIGGER g0 AFTER INSERT ON t0 BEGIN INSERT INTO t1 VALUES(1); INSERT INTO t1 VALUES(2); END',
      ROW,
      'SELECT sum(b) FROM t1',
    ],
    [[3n]],
  ),
  'trigger.update': feature(
    'UPDATE in a trigger',
    [
      ...TABLES,
      'INSERT INTO t1 VALUES(5)',
      'CREATE TRIGGER g0 AFTER INSERT ON t0 BEGIN UPDATE t1 SET b = b + new.a WHERE b > new.a; END',
      ROW,
      'SELECT b FROM t1',
    ],
    [[6n]],
  ),
  'trigger.deletes': feature(
    'DELETE in a trigger',
    [
      ...TABLES,
      'INSERT INTO t1 VALUES(1)',
      'INSERT INTO t1 VALUES(2)',
      'CREATE TRIGGER g0 AFTER INSERT ON t0 BEGIN DELETE FROM t1 WHERE b = new.a; END',
      ROW,
      'SELECT b FROM t1',
    ],
    [[2n]],
  ),
  'trigger.subquery': feature(
    'subqueries in a trigger',
    [
      ...TABLES,
      'CREATE TRIGGER g0 AFTER INSERT ON t0 BEGIN INSERT INTO t1 VALUES((SELECT count(*) FROM t0)); END',
      ROW,
      'SELECT b FROM t1',
    ],
    [[1n]],
  ),
  'trigger.raise': feature(
    'RAISE(IGNORE) in a trigger',
    [
      'CREATE TABLE t0(a INTEGER)',
      'CREATE TRIGGER g0 BEFORE INSERT ON t0 BEGIN SELECT RAISE(IGNORE) WHERE new.a = 5; END',
      'INSERT INTO t0 VALUES(5)',
      'INSERT INTO t0 VALUES(6)',
      'SELECT a FROM t0',
    ],
    [[6n]],
  ),
  'trigger.abort': feature(
    'RAISE(ABORT, message) in a trigger',
    [
      'CREATE TABLE t0(a INTEGER)',
      "CREATE TRIGGER g0 BEFORE INSERT ON t0 BEGIN SELECT RAISE(ABORT, 'no'); END",
      ROW,
    ],
    { refused: 'constraint' },
  ),
  'drop.trigger': feature(
    'DROP TRIGGER',
    [
      ...TABLES,
      'CREATE TRIGGER g0 AFTER INSERT ON t0 BEGIN INSERT INTO t1 VALUES(new.a); END',
      'DROP TRIGGER g0',
      ROW,
      'SELECT b FROM t1',
    ],
    [],
  ),
} as const satisfies Record<string, Feature>;
