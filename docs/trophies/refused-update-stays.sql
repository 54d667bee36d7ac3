-- A refused UPDATE inside of a savepoint leaves its first row changed.
-- turso@0.7.2
CREATE TABLE t0 (c0 INTEGER PRIMARY KEY);
BEGIN;
INSERT INTO t0 VALUES (0), (NULL);
UPDATE t0 SET c0 = 2;
SELECT * FROM t0;
