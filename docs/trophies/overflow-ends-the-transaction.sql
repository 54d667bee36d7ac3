-- An integer overflow of a query rolls the whole transaction back, without a word.
-- turso@0.7.2
CREATE TABLE t (a);
INSERT INTO t VALUES (2), (9223372036854775806);
BEGIN;
SELECT sum(a) FROM t;
COMMIT;
