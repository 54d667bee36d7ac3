-- LIMIT 0 of an aggregate gives a row.
-- turso@0.7.2
SELECT max(NULL) LIMIT 0;
