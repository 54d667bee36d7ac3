-- INSERT OR REPLACE that takes the default of a key does not enter the row into the index.
-- turso@0.4.4
CREATE TABLE t0 (c2 NOT NULL DEFAULT 0, PRIMARY KEY (c2));
INSERT OR REPLACE INTO t0 VALUES (NULL);
-- dirt: ask sqlite
PRAGMA integrity_check;
