-- The views of each report.
BEGIN;
SELECT report.id, users.name
FROM report
JOIN users ON users.id = report.owner_id
WHERE report.id > 250
ORDER BY report.id;
