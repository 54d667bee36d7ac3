-- GROUP BY a constant without FROM never ends.
-- turso@0.4.4
SELECT '' GROUP BY NULL;
