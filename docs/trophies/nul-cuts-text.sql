-- Text ends at its first NUL.
-- libsql
SELECT 'a' || char(0) || 'b';
