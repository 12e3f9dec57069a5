-- What the box notes of itself (the last backup, the last self-check), and when a photo was deleted: its files go later.
CREATE TABLE boxNote (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content))
) STRICT, WITHOUT ROWID;

ALTER TABLE photo ADD COLUMN deletedDT TEXT;
UPDATE photo SET deletedDT = (SELECT at FROM changeCounter) WHERE deleted = 1;
CREATE INDEX photoDeleted ON photo (deletedDT) WHERE deleted = 1;
CREATE INDEX photoByFile ON photo (file);
CREATE INDEX photoByThumbnail ON photo (thumbnail);
