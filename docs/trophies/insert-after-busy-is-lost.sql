-- Once an INSERT was refused as busy, the next INSERT of that connection is accepted and never committed.
-- libsql
CREATE TABLE t0 (c0);
BEGIN;
INSERT INTO t0 VALUES ('');
-- dirt: connection 2
INSERT INTO t0 VALUES ('');
-- dirt: connection 1
COMMIT;
-- dirt: connection 2
INSERT INTO t0 VALUES ('');
-- dirt: connection 1
SELECT * FROM t0;
