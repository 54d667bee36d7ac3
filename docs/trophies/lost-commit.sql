-- A power cut takes a commit with it: COMMIT has answered, and the row is gone.
-- turso@0.7.2
-- dirt: start checkpointed
CREATE TABLE carts (id);
CREATE TABLE orders (id);
DELETE FROM carts;
BEGIN;
INSERT INTO orders VALUES (0);
COMMIT;
-- dirt: power cut drop 0
SELECT * FROM orders;
