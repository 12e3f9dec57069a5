import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { nextDigest } from "../people/digest-time.ts";
import * as store from "./store.ts";

const DAY_MS = 24 * 3_600_000;
/** Sent e-mails are kept for the limit of an hour and for questions, failed ones for *Send again*. */
const KEPT_MS = { sent: 7 * DAY_MS, failed: 30 * DAY_MS };

/** Removes the e-mails that are not sent yet: there is no mail server any more. */
export function endNotices(tx: Tx): void {
  store.removeUnsent.run(tx, {});
}

/** Makes all waiting e-mails due now. */
export function hurryNotices(tx: Tx): void {
  store.hurry.run(tx, { now: tx.now, change: tx.change });
}

/** Moves the person's open digest to another hour. */
export function moveDigest(tx: Tx, userId: number, hour: number, timeZone: string): void {
  const dueDT = new Date(nextDigest(Date.parse(tx.now), hour, timeZone)).toISOString();
  store.setDue.run(tx, { userId, kind: "digest", dueDT, change: tx.change });
}

/** Numbers of e-mails that are not delivered, and since when; `failingSince` null: none has failed. */
interface Undelivered {
  readonly waiting: number;
  readonly failed: number;
  readonly failingSince: string | null;
}

/**
 * The e-mails of a tenant that are not delivered. `all`: with the waiting ones of every tenant, for those who administer the mail
 * server. Failed ones of others are not theirs to send again or to remove.
 */
export function undelivered(db: Db, tenantId: number, all: boolean): Undelivered {
  const found = store.undelivered.first(db, { tenantId, all: all ? 1 : 0 });
  return found ?? { waiting: 0, failed: 0, failingSince: null };
}

/** A failed e-mail is tried again for three days. Throws NotFound. */
export function sendAgain(tx: Tx, tenantId: number, oid: number): void {
  const { changes } = store.setWaiting.run(tx, { tenantId, oid, now: tx.now, change: tx.change });
  if (changes === 0) throw mailNotFound();
}

/** Removes an e-mail that could not be delivered. Throws NotFound. */
export function discard(tx: Tx, tenantId: number, oid: number): void {
  if (store.removeUndelivered.run(tx, { tenantId, oid }).changes === 0) throw mailNotFound();
}

const mailNotFound = () => new NotFound(msg("E-mail not found. It may be sent already."));

/** Removes at most `limit` old e-mails of each state. Returns the larger number. */
export function removeOldMails(tx: Tx, clock: Clock, limit: number): number {
  const removed = (["sent", "failed"] as const).map((state) => {
    const before = new Date(clock.ago(KEPT_MS[state])).toISOString();
    return store.removeFinished.run(tx, { state, before, limit }).changes;
  });
  return Math.max(...removed);
}
