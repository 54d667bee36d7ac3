-- NULL IN (SELECT NULL) is 0, so NOT IN finds what it must not.
-- turso@0.4.4
SELECT NULL IN (SELECT NULL);
