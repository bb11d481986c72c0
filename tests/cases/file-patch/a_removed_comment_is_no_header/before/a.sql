-- The views of each report.
BEGIN;

-- make the view
SELECT 1;
