-- A RIGHT JOIN followed by another join gives values in the wrong columns.
-- turso@0.7.2
CREATE TABLE t0 (c0);
CREATE TABLE t1 (c3);
INSERT INTO t1 DEFAULT VALUES;
INSERT INTO t0 VALUES (0);
SELECT * FROM t1 RIGHT JOIN t0 CROSS JOIN t1 AS q0;
