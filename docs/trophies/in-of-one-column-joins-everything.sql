-- IN with a list of one column of the other table joins every row.
-- turso@0.7.2
CREATE TABLE t0 (c0, c1, PRIMARY KEY (c0));
INSERT INTO t0 VALUES (-1, 0), (0, 1);
SELECT NULL FROM t0 JOIN t0 AS q0 ON t0.c0 IN (q0.c1);
