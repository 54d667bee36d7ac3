// Tables that many witnesses begin with.

/** t0 with two rows. */
export const ROWS =
  'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(3, 4); ';

/** t0 and t1, which share the column a and one of its values. */
export const PAIR = [
  'CREATE TABLE t0(a INTEGER, b INTEGER); INSERT INTO t0 VALUES(1, 2); INSERT INTO t0 VALUES(3, 4); ',
  'CREATE TABLE t1(a INTEGER, c INTEGER); INSERT INTO t1 VALUES(3, 5); INSERT INTO t1 VALUES(6, 7); ',
].join('');
