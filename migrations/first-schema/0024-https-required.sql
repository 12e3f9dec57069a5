-- Which devices were last used over plain HTTP from another host (null: not known), and what they said there that they still
-- hold since HTTPS is required (null: nothing said).
ALTER TABLE deviceUse ADD COLUMN isOverHttp INTEGER CHECK (isOverHttp IN (0, 1));
ALTER TABLE deviceUse ADD COLUMN unsent INTEGER CHECK (unsent >= 0);
