-- The items of each order.
BEGIN;
SELECT id FROM items;
