-- Who is responsible for what is at the location and below it.
ALTER TABLE tallybox.location ADD COLUMN IF NOT EXISTS responsible_user_id bigint;
