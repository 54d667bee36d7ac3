-- DROP COLUMN leaves the index of a descending key without its rows, and the uniqueness with it.
-- turso@0.7.2
CREATE TABLE t0 (c0, c1, UNIQUE (c0 DESC));
INSERT INTO t0 VALUES ('', 0);
ALTER TABLE t0 DROP COLUMN c1;
INSERT INTO t0 VALUES ('a');
-- dirt: reopen
PRAGMA integrity_check;
