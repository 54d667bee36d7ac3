-- The same with two connections: what the second has committed stays, what the first has committed does not.
-- turso@0.7.2
-- dirt: start checkpointed
CREATE TABLE orders (id);
-- dirt: disconnect 1
-- dirt: connection 2
INSERT INTO orders VALUES (NULL);
CREATE INDEX i1 ON orders (NULL);
-- dirt: connection 1
INSERT INTO orders VALUES (0);
-- dirt: power cut drop 0
SELECT * FROM orders;
