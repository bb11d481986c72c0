BEGIN;
INSERT INTO groups VALUES (100, 'first');
INSERT INTO groups VALUES (250, 'last');
INSERT INTO groups VALUES (100, 'first');
COMMIT;
