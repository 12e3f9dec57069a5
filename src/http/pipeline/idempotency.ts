import { createHash } from "node:crypto";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";

/** An answer kept for its `Idempotency-Key`. */
export interface IdempotencyRecord {
  readonly status: number;
  readonly body: string;
  readonly etag: string | null;
  readonly location: string | null;
}

const KEPT_MS = 30 * 24 * 3600 * 1000;
const MAX_KEY = 255;

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
const removeOld = statement((p: { before: string; most: number }) =>
  sqlite
    .deleteFrom("idempotencyRecord")
    .where((eb) =>
      eb(
        "at",
        "in",
        eb.selectFrom("idempotencyRecord").select("at").where("at", "<", p.before).orderBy("at").limit(p.most),
      ),
    ),
);

/** The key of a request, null without one. Throws Invalid when it is too long. */
export function readKey(header: string | undefined): string | null {
  if (!header) return null;
  if (header.length > MAX_KEY) {
    throw Invalid.field(
      "Idempotency-Key",
      msg("must have at most 255 characters", "smí mít nejvýše 255 znaků"),
    );
  }
  return header;
}

/** What makes two requests the same: the endpoint and its input (a file by its hash), whatever the order of properties. */
export function fingerprintOf(method: string, path: string, input: unknown): Buffer {
  return createHash("sha256")
    .update(`${method} ${path}\n${JSON.stringify(input, sortedKeys)}`)
    .digest();
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The first answer to this key, null when there is none. Throws Invalid when the key came with another body. */
export function findRecord(
  db: Db,
  userId: number,
  key: string,
  fingerprint: Buffer,
  clock: Pick<Clock, "ago">,
): IdempotencyRecord | null {
  const kept = byKey.first(db, { userId, key });
  if (kept === null || Date.parse(kept.at) <= clock.ago(KEPT_MS)) return null;
  if (!kept.fingerprint.equals(fingerprint)) {
    throw Invalid.field(
      "Idempotency-Key",
      msg("was used with another request; take a new one", "byl použit s jiným požadavkem; zvolte nový"),
    );
  }
  return kept;
}

/** Keeps an answer, in the transaction of its effect. */
export function saveRecord(
  tx: Tx,
  userId: number,
  key: string,
  fingerprint: Buffer,
  answer: IdempotencyRecord,
): void {
  insert.run(tx, { ...answer, userId, key, fingerprint, at: tx.now });
}

/** Removes up to `most` of the answers that are older than 30 days; gives how many. */
export function removeExpiredRecords(tx: Tx, clock: Pick<Clock, "ago">, most: number): number {
  return removeOld.run(tx, { before: new Date(clock.ago(KEPT_MS)).toISOString(), most }).changes;
}
