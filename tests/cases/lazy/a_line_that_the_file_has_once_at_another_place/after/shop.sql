BEGIN;
SET LOCAL lock_timeout = 1000;
ALTER TABLE jars ADD age int;
COMMIT;

ALTER TABLE lids ADD total int;

ALTER TABLE shelves ADD size int;
