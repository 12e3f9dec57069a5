import { createHash } from "node:crypto";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";

/** The stored response of an `Idempotency-Key`. */
export interface IdempotencyRecord {
  readonly status: number;
  readonly body: string;
  readonly etag: string | null;
  readonly location: string | null;
}

const LIFETIME_MS = 30 * 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 255;

const byKey = statement((p: { userId: number; key: string }) =>
  sqlite
    .selectFrom("idempotencyRecord")
    .select(["fingerprint", "status", "body", "etag", "location", "at"])
    .where("userId", "=", p.userId)
    .where("key", "=", p.key),
);
const insert = statement(
  (p: IdempotencyRecord & { userId: number; key: string; fingerprint: Buffer; at: string }) =>
    sqlite.replaceInto("idempotencyRecord").values({
      userId: p.userId,
      key: p.key,
      fingerprint: p.fingerprint,
      status: p.status,
      body: p.body,
      etag: p.etag,
      location: p.location,
      at: p.at,
    }),
);
const removeOld = statement((p: { before: string; max: number }) =>
  sqlite
    .deleteFrom("idempotencyRecord")
    .where((eb) =>
      eb(
        "at",
        "in",
        eb.selectFrom("idempotencyRecord").select("at").where("at", "<", p.before).orderBy("at").limit(p.max),
      ),
    ),
);

/** Reads the key of a request; null without one. Throws Invalid when it is too long. */
export function readKey(header: string | undefined): string | null {
  if (!header) return null;
  if (header.length > MAX_KEY_LENGTH) {
    throw Invalid.field("Idempotency-Key", msg("must have at most 255 characters"));
  }
  return header;
}

/** Hash of the endpoint and its input (a file by its hash). It does not depend on the order of properties. */
export function fingerprintOf(method: string, path: string, input: unknown): Buffer {
  return createHash("sha256")
    .update(`${method} ${path}\n${JSON.stringify(input, sortedKeys)}`)
    .digest();
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Finds the response to the first request with this key; null without one. Throws Invalid when that request was different. */
export function findRecord(
  db: Db,
  userId: number,
  key: string,
  fingerprint: Buffer,
  clock: Pick<Clock, "ago">,
): IdempotencyRecord | null {
  const record = byKey.first(db, { userId, key });
  if (record === null || Date.parse(record.at) <= clock.ago(LIFETIME_MS)) return null;
  if (!record.fingerprint.equals(fingerprint)) {
    throw Invalid.field("Idempotency-Key", msg("was used with another request; use a new key"));
  }
  return record;
}

/** Stores a response in the transaction of its effect. */
export function saveRecord(
  tx: Tx,
  userId: number,
  key: string,
  fingerprint: Buffer,
  record: IdempotencyRecord,
): void {
  insert.run(tx, { ...record, userId, key, fingerprint, at: tx.now });
}

/** Removes at most `max` records older than 30 days. Returns the number of removed records. */
export function removeExpiredRecords(tx: Tx, clock: Pick<Clock, "ago">, max: number): number {
  return removeOld.run(tx, { before: new Date(clock.ago(LIFETIME_MS)).toISOString(), max }).changes;
}
