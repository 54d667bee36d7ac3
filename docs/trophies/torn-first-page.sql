-- After a power cut during the first writes, the database cannot be opened any more.
-- turso@0.7.2
CREATE TABLE t0 (c0);
-- dirt: power cut torn 239717
