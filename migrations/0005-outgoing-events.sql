-- Events for other systems: webhooks and notices by e-mail read them, each with a cursor of its own (src/outgoing-events/).

-- Written in the transaction of the cause, so an event exists exactly when its cause was committed; removed after 30 days.
--   type         src/domain/outgoing-event-types.ts
--   data         what happened (JSON)
--   dedupeKey    names the cause: a second event with it is not added
CREATE TABLE outgoingEvent (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  type TEXT NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data)),
  at TEXT NOT NULL,
  dedupeKey TEXT NOT NULL,
  UNIQUE (tenantId, oid),
  UNIQUE (tenantId, dedupeKey)
) STRICT;
CREATE INDEX outgoingEventByTime ON outgoingEvent (at);

-- The tenants whose changed articles become events (article.changed), which a webhook wants. seq: the last entry of the change
-- feed that became one.
CREATE TABLE followedArticles (
  tenantId INTEGER PRIMARY KEY REFERENCES tenant (oid),
  seq INTEGER NOT NULL CHECK (seq >= 0)
) STRICT;

-- A receiver of events (src/webhooks/).
--   types          the types that it wants (JSON array); NULL: all
--   pause          why nothing is sent: by a user, by the receiver's 410, after a restore; NULL: it is active
--   secret         signs deliveries; encrypted by a key that is not in the database
--   earlierSecret  signs too until earlierUntil, after a rotation
--   position       the last event that became a delivery, or was not wanted
--   missed         events that were removed before they were sent; missedDT: time of the newest
CREATE TABLE webhook (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  types TEXT CHECK (types IS NULL OR json_valid(types)),
  pause TEXT CHECK (pause IN ('user', 'gone', 'restored')),
  secret BLOB NOT NULL,
  earlierSecret BLOB,
  earlierUntil TEXT,
  position INTEGER NOT NULL,
  missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0),
  missedDT TEXT CHECK ((missedDT IS NULL) = (missed = 0)),
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid)
) STRICT;

-- One event for one webhook. It stays waiting until its outcome is on the disk: after a crash it is sent again.
--   messageId        the header webhook-id of all attempts; random, because a restore reuses numbers
--   queuedDT         the three days of attempts begin
--   lastTryDT ...    the last attempt: status NULL: no response; error: src/domain/webhook-deliveries.ts; answer: first
--                    characters of the response
CREATE TABLE webhookDelivery (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  webhookId INTEGER NOT NULL,
  eventId INTEGER NOT NULL,
  messageId TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  queuedDT TEXT NOT NULL,
  nextTryDT TEXT,
  lastTryDT TEXT,
  status INTEGER,
  ms INTEGER,
  error TEXT,
  detail TEXT,
  answer TEXT,
  UNIQUE (webhookId, eventId),
  CHECK ((state = 'waiting') = (nextTryDT IS NOT NULL)),
  FOREIGN KEY (tenantId, webhookId) REFERENCES webhook (tenantId, oid) ON DELETE CASCADE,
  FOREIGN KEY (tenantId, eventId) REFERENCES outgoingEvent (tenantId, oid) ON DELETE CASCADE
) STRICT;
CREATE INDEX webhookDeliveryDue ON webhookDelivery (webhookId, nextTryDT) WHERE state = 'waiting';
-- A webhook may have 50 000 deliveries. Both are in the order of oid too.
CREATE INDEX webhookDeliveryByWebhook ON webhookDelivery (webhookId);
CREATE INDEX webhookDeliveryByState ON webhookDelivery (webhookId, state);
CREATE INDEX webhookDeliveryFailing ON webhookDelivery (webhookId, queuedDT) WHERE state = 'waiting' AND attempts > 0;
CREATE INDEX webhookDeliveryByEvent ON webhookDelivery (tenantId, eventId);

-- A removed event that a webhook wanted and has not sent.
CREATE TRIGGER outgoingEventMissed BEFORE DELETE ON outgoingEvent BEGIN
  UPDATE webhook SET missed = missed + 1, missedDT = max(ifnull(missedDT, ''), OLD.at)
  WHERE tenantId = OLD.tenantId AND (
    (position < OLD.oid AND (types IS NULL OR OLD.type IN (SELECT value FROM json_each(types)))) OR
    EXISTS (SELECT 1 FROM webhookDelivery WHERE webhookId = webhook.oid AND eventId = OLD.oid AND state = 'waiting')
  );
END;
