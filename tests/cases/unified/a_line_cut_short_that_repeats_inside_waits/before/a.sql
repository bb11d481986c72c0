CREATE TABLE users_of_groups (
    id INTEGER PRIMARY KEY,
    created_at TIMESTAMP
);
CREATE TABLE owners (
    id INTEGER PRIMARY KEY,
    owner TEXT,
    created_at TIMESTAMP
);
