import { createHash, createHmac, hkdfSync } from "node:crypto";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import { decrypt, encrypt } from "../../platform/encryption.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { selectFrom } from "../../storage/database/table-statements.ts";

/** The stored response of an `Idempotency-Key`. */
export interface IdempotencyRecord {
  readonly status: number;
  readonly body: string;
  readonly etag: string | null;
  readonly location: string | null;
}

const LIFETIME_MS = 30 * 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 255;

const byKey = selectFrom(
  "idempotencyRecord",
  ["userId", "key"],
  ["fingerprint", "status", "body", "etag", "location", "at"],
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

/** A seal: the stored response holds a secret, which only the key of the client opens. */
interface Seal {
  /** The stored name of the key. */
  readonly name: string;
  digest(fingerprint: Buffer): Buffer;
  close(body: string): string;
  /** Throws where the body was closed by another key. */
  open(body: string): string;
}

/** Characters of a key that nobody can guess: 128 bits as base64. */
const MIN_SEALING_LENGTH = 22;

/** The seal of a key, which the server does not store. Null: the key is too short to protect a secret. */
export function sealOf(key: string, userId: number): Seal | null {
  if (key.length < MIN_SEALING_LENGTH) return null;
  const derive = (use: string) => Buffer.from(hkdfSync("sha256", key, "", use, 32));
  const secret = derive("idempotency response");
  const owner = `user ${userId}`;
  return {
    name: `sealed ${derive("idempotency name").toString("base64url")}`,
    digest: (fingerprint) => createHmac("sha256", derive("idempotency request")).update(fingerprint).digest(),
    close: (body) => encrypt(secret, owner, Buffer.from(body)).toString("base64"),
    open(body) {
      const opened = decrypt(secret, owner, Buffer.from(body, "base64"));
      if (opened === null) throw new Error("the stored response was sealed by another key");
      return opened.toString();
    },
  };
}

/** What a record is found by. */
interface RecordKey {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** Finds the response to the first request with this key; null without one. Throws Invalid when that request was different. */
export function findRecord(
  db: Db,
  { userId, key, fingerprint }: RecordKey,
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
export function saveRecord(tx: Tx, key: RecordKey, record: IdempotencyRecord): void {
  insert.run(tx, { ...record, ...key, at: tx.now });
}

/** Removes at most `max` records older than 30 days. Returns the number of removed records. */
export function removeExpiredRecords(tx: Tx, clock: Pick<Clock, "ago">, max: number): number {
  return removeOld.run(tx, { before: new Date(clock.ago(LIFETIME_MS)).toISOString(), max }).changes;
}
