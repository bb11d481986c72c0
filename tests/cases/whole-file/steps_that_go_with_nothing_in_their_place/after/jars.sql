CREATE TABLE jars (id integer);

CREATE INDEX jars_id ON jars (id);

INSERT INTO jars VALUES (1);
