-- The number of the PIN's digits; NULL: no PIN, or one that was set before this was noted.
ALTER TABLE user ADD COLUMN pinDigits INTEGER CHECK (pinDigits BETWEEN 4 AND 6);

-- Wrong PINs add up until a right one: they lock the PIN (access/guesses.ts).

-- Wrong attempts since the last right one, of the kinds that lock.
ALTER TABLE guess ADD COLUMN failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0);
-- Whose secret, on which device, and the address of the last attempt; NULL: nobody known, no paired device, not noted.
ALTER TABLE guess ADD COLUMN userId INTEGER REFERENCES user (oid);
ALTER TABLE guess ADD COLUMN deviceTokenId INTEGER REFERENCES deviceToken (oid);
ALTER TABLE guess ADD COLUMN address TEXT;
UPDATE guess SET userId = (SELECT oid FROM user WHERE oid = CAST(substr(subject, 6) AS INTEGER))
WHERE subject GLOB 'user [0-9]*';
CREATE INDEX guessOfUser ON guess (userId) WHERE userId IS NOT NULL;
CREATE INDEX guessOfSubject ON guess (subject);
