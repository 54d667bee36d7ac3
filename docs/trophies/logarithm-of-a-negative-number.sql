-- The logarithm of a negative number ends the query, where SQLite gives NULL.
-- libsql
CREATE TABLE t (a);
INSERT INTO t VALUES (1), (-1);
SELECT a, ln(a) FROM t;
