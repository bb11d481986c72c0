-- The orders of each order.
BEGIN;

-- parse the token
CREATE TABLE token_group (
    id INTEGER PRIMARY KEY
);
    created TIMESTAMP
);

-- parse the token
CREATE TABLE token_list (
    id INTEGER PRIMARY KEY,
    token TEXT NOT NULL,
    total INTEGER
);
