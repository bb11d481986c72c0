BEGIN;
SET LOCAL lock_timeout = 1000;
ALTER TABLE jars ADD count int;
COMMIT;

ALTER TABLE lids ADD total int;

ALTER TABLE shelves ADD size int;
