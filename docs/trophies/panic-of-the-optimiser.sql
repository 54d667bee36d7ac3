-- NOT IN of an EXISTS of a common table panics in the optimiser.
-- turso@0.7.2
CREATE TABLE t0 (c0);
SELECT NULL FROM t0 WHERE 0 NOT IN (SELECT NULL WHERE EXISTS (WITH q3 AS (SELECT c0) SELECT q3.* FROM q3));
