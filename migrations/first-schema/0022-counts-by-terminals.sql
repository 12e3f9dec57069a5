-- Counts that a shared terminal delivered by itself, in the name of somebody who had logged in there.

-- 1: nobody was logged in; `senderId` is who paired the terminal.
ALTER TABLE countOperation ADD COLUMN isByTerminal INTEGER NOT NULL DEFAULT 0 CHECK (isByTerminal IN (0, 1));
