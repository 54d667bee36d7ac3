-- A LEFT JOIN of a WITHOUT ROWID table with itself gives half of its rows.
-- turso@0.7.2
CREATE TABLE t0 (c1 PRIMARY KEY, c2) WITHOUT ROWID;
INSERT INTO t0 VALUES (1, 0), (0, 0);
SELECT 0 FROM t0 LEFT JOIN t0 AS q1 ON q1.c2 = 0;
