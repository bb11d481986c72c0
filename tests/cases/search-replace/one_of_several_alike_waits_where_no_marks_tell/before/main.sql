-- The items of each event.
BEGIN;
INSERT INTO items VALUES (4, 'users');
INSERT INTO items VALUES (4, 'users');
-- keep the cache
CREATE INDEX cache_of_items ON items (id);
INSERT INTO items VALUES (4, 'users');

-- save the users
SELECT items.id, users.name
FROM items
JOIN users ON users.id = items.users_id
WHERE items.id > 0
ORDER BY items.id;
