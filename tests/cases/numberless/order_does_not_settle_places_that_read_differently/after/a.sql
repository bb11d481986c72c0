CREATE TABLE first (
  order TEXT NOT NULL,
  number INTEGER DEFAULT 1,
);
CREATE TABLE second (
  title TEXT NOT NULL,
  number INTEGER DEFAULT 1,
);
