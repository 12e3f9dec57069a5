-- The end of logins at shared terminals that nobody touches (src/access/sessions/touches.ts).

-- The last touch of a login at a shared terminal, as the terminal reports it. No row: none was reported yet.
CREATE TABLE sessionTouch (
  sessionId INTEGER PRIMARY KEY REFERENCES session (oid) ON DELETE CASCADE,
  touchedDT TEXT NOT NULL
) STRICT;
