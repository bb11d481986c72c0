/* shop/fill_shop.sql */

-- goods of the first day
INSERT INTO item (name) VALUES ('tea');
INSERT INTO item (name) VALUES ('mate');
INSERT INTO item (name) VALUES ('cocoa');
