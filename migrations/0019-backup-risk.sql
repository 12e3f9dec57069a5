-- Where the backups are (src/ops/backup/targets/risk.ts).

-- risk  why the loss of this machine or its disk may take these backups too, as found at the last complete one; NULL: nothing known
ALTER TABLE backupTarget ADD COLUMN risk TEXT CHECK (risk IN ('sameDisk', 'sameMachine'));
