CREATE TABLE users (
  id integer PRIMARY KEY,
  mail text NOT NULL
);

CREATE TABLE items (
  id integer PRIMARY KEY,
  title text NOT NULL
);

CREATE INDEX items_title ON items (title);
