-- Turso and SQLite disagree about || of blobs, so SQLite finds the index that Turso has built damaged.
-- turso@0.7.2
CREATE TABLE t (a);
INSERT INTO t VALUES (x'');
BEGIN;
CREATE INDEX i ON t (a || x'');
COMMIT;
-- dirt: ask sqlite
PRAGMA integrity_check;
