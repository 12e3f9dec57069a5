-- The removal of old backups (src/ops/backup/targets/).

-- removalError  the tries since the last success, all of which failed (JSON); NULL: the last one succeeded, or there was none
ALTER TABLE backupTarget ADD COLUMN removalError TEXT CHECK (removalError IS NULL OR json_valid(removalError));
