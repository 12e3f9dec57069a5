-- Scheduled backups with restic (src/ops/backup/targets/). They are of the whole server, not of a tenant.

-- A repository that gets backups.
--   destination      where it is (JSON, src/ops/backup/restic/destination.ts); no secret
--   secrets          passphrase and login (JSON), encrypted by a key that is not in the database
--   every, atHour    the schedule; atHour in the site's time zone
--   retention        JSON; NULL: the target's own, nothing is removed
--   pause            why there are no backups: by a user, after a restore; NULL: it is active
--   activeSince      when it was added or resumed
--   proof            the last restore of a backup into a scratch folder, checked (JSON)
--   proofError       the last try that could not be made (JSON)
--   prunedDT         when old backups were last removed
CREATE TABLE backupTarget (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  destination TEXT NOT NULL CHECK (json_valid(destination)),
  secrets BLOB NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('hour', 'day')),
  atHour INTEGER CHECK (atHour BETWEEN 0 AND 23),
  retention TEXT CHECK (retention IS NULL OR json_valid(retention)),
  uploadLimitKbps INTEGER CHECK (uploadLimitKbps > 0),
  pause TEXT CHECK (pause IN ('user', 'restored')),
  activeSince TEXT NOT NULL,
  proof TEXT CHECK (proof IS NULL OR json_valid(proof)),
  proofError TEXT CHECK (proofError IS NULL OR json_valid(proofError)),
  repositoryBytes INTEGER,
  prunedDT TEXT,
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  CHECK ((every = 'day') = (atHour IS NOT NULL))
) STRICT;

-- A backup that has ended.
--   error       src/domain/backup-targets.ts; NULL: it is complete
--   snapshot    its id in the repository
--   addedBytes  what the repository did not have
CREATE TABLE backupRun (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  targetId INTEGER NOT NULL REFERENCES backupTarget (oid) ON DELETE CASCADE,
  startedDT TEXT NOT NULL,
  endedDT TEXT NOT NULL,
  error TEXT,
  detail TEXT,
  snapshot TEXT,
  files INTEGER,
  bytes INTEGER,
  addedBytes INTEGER
) STRICT;
CREATE INDEX backupRunByTarget ON backupRun (targetId, oid);
CREATE INDEX backupRunCompleted ON backupRun (targetId, oid) WHERE error IS NULL;
