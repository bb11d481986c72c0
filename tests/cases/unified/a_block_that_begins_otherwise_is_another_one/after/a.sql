INSERT INTO users VALUES (3);

-- save the user
CREATE TABLE user_group (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    created TIMESTAMP
);
