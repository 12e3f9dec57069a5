-- Shared terminals have no role of their own; personal devices act as their user.

ALTER TABLE deviceToken ADD COLUMN kind TEXT NOT NULL DEFAULT 'personal' CHECK (kind IN ('personal', 'terminal'));
ALTER TABLE registrationCode ADD COLUMN kind TEXT NOT NULL DEFAULT 'personal' CHECK (kind IN ('personal', 'terminal'));
