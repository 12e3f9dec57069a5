-- The logins of the sites in the database (docs/integrate/head-office.md#set-up).
--   login       the login that reads and writes the rows of this site only; NULL: none yet
--   last_login  the login that has delivered last with the rights of the tables' owner; NULL: none
ALTER TABLE tallybox.site ADD COLUMN IF NOT EXISTS login text;
ALTER TABLE tallybox.site ADD COLUMN IF NOT EXISTS last_login text;
