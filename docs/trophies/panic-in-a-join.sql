-- An aggregate over a join that is empty panics.
-- turso@0.7.2
CREATE TABLE t0 (c0);
CREATE TABLE t1 (c1);
SELECT string_agg(0, ''), x'' FROM t1 JOIN t0 ON 0;
