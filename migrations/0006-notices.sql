-- Notices by e-mail (src/notices/). The server of the site that sends them is a row of `setting`.

-- The address that a person's notices go to.
ALTER TABLE user ADD COLUMN email TEXT CHECK (email <> '');

-- What a person has chosen; a person without a row has the defaults (src/domain/notice-kinds.ts).
--   modes       JSON: kind of notice → off, atOnce, digest; a kind that is absent has its default
--   digestHour  hour of the day in the site's time zone
--   language    of the e-mails; NULL: the site's
CREATE TABLE noticeChoice (
  userId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  modes TEXT NOT NULL CHECK (json_valid(modes)),
  digestHour INTEGER NOT NULL CHECK (digestHour BETWEEN 0 AND 23),
  language TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, userId),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;

-- The last event of each tenant of which e-mails were made; no reference: the event may be removed.
CREATE TABLE noticeCursor (
  tenantId INTEGER PRIMARY KEY REFERENCES tenant (oid),
  position INTEGER NOT NULL
) STRICT;

-- E-mails to persons.
--   kind          single: one event; overflow: those above the limit of an hour; digest: those of a day
--   state         open: events are added to it until `dueDT`; waiting: its content is fixed, and it is sent at `dueDT`
--   messageId     Message-ID, the same in each attempt
--   content       the events (JSON)
--   readyDT       when it became waiting; three days later it fails
--   dueDT         next attempt
--   firstErrorDT  since when it can't be delivered
--   lastError     JSON: locale → text
CREATE TABLE noticeMail (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('single', 'overflow', 'digest')),
  state TEXT NOT NULL CHECK (state IN ('open', 'waiting', 'sent', 'failed')),
  messageId TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL CHECK (json_valid(content)),
  createdDT TEXT NOT NULL,
  readyDT TEXT CHECK ((readyDT IS NULL) = (state = 'open')),
  dueDT TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  firstErrorDT TEXT,
  lastError TEXT CHECK (lastError IS NULL OR json_valid(lastError)),
  finishedDT TEXT CHECK ((finishedDT IS NOT NULL) = (state IN ('sent', 'failed'))),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX noticeMailOpen ON noticeMail (userId, kind) WHERE state = 'open';
CREATE INDEX noticeMailDue ON noticeMail (state, dueDT);
CREATE INDEX noticeMailOfUser ON noticeMail (tenantId, userId, createdDT);
