-- The items of each user.
BEGIN;
SELECT id FROM items;
