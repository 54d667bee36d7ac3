-- DROP COLUMN of a WITHOUT ROWID table moves values: a NOT NULL column holds NULL.
-- turso@0.7.2
CREATE TABLE t (a, b, c, d NOT NULL, PRIMARY KEY (a)) WITHOUT ROWID;
INSERT INTO t VALUES ('', 0, NULL, 0);
ALTER TABLE t DROP COLUMN b;
PRAGMA integrity_check;
