-- The caches of each user.
BEGIN;
INSERT INTO orders VALUES (1, 'first');
INSERT INTO orders VALUES (12, 'last');
COMMIT;
