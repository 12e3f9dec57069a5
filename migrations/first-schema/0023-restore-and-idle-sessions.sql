-- After a restore the active users and the paired devices wait until an Admin confirms them.

ALTER TABLE user ADD COLUMN isConfirmed INTEGER NOT NULL DEFAULT 1 CHECK (isConfirmed IN (0, 1));
ALTER TABLE deviceToken ADD COLUMN isConfirmed INTEGER NOT NULL DEFAULT 1 CHECK (isConfirmed IN (0, 1));

-- A session of the console also ends after some hours without use.
ALTER TABLE session ADD COLUMN client TEXT CHECK (client IN ('console'));
