import { randomUUID } from "node:crypto";
import { NotFound } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { modeOf } from "../domain/notice-kinds.ts";
import { newestOutgoingEvent, readOutgoingEvents } from "../outgoing-events/outgoing-events.ts";
import type { Clock } from "../platform/clock.ts";
import { nextDigest } from "../platform/zone-time.ts";
import type { MailKind } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import {
  contentIn,
  EMPTY,
  kindFor,
  type MailContent,
  type NoticeEvent,
  noticeEvent,
  withEvent,
} from "./content.ts";
import { listRecipients, listTenants, type Recipient } from "./people.ts";
import { findMailServer } from "./smtp/mail-server.ts";
import * as store from "./store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Sent e-mails are kept for the limit of an hour and for questions, failed ones for *Send again*. */
const KEPT_MS = { sent: 7 * DAY_MS, failed: 30 * DAY_MS };
/** E-mails of single events to a person within an hour. Further events go into one e-mail, an hour later. */
const MAX_SINGLES = 10;

/** Passes over all events so far: with a new mail server, no old ones are sent. */
export function skipNotices(tx: Tx): void {
  const position = newestOutgoingEvent(tx);
  for (const tenantId of listTenants(tx)) store.saveCursor.run(tx, { tenantId, position });
}

/**
 * Makes e-mails of a tenant's events since the last call, at most `limit`, in one transaction with the cursor: each event is in
 * exactly one e-mail of each person who wants it. Returns whether there may be more. Does nothing without a mail server.
 */
export function collectNotices(tx: Tx, tenantId: number, timeZone: string, limit: number): boolean {
  const found = findMailServer(tx);
  if (found === null) return false;
  const [, domain = "localhost"] = found.server.fromAddress.split("@");
  const position = store.cursor.first(tx, { tenantId })?.position ?? 0;
  const { events, cursor, hasMore } = readOutgoingEvents(tx, tenantId, position, limit);
  const mails = new Collector(tx, domain, timeZone);
  const recipients = listRecipients(tx, tenantId);
  for (const event of events) {
    const notice = noticeEvent(event);
    for (const person of recipients) {
      const kind = kindFor(notice, person.userId);
      const mode = kind === null ? "off" : modeOf(kind, person, person.modes);
      if (mode !== "off") mails.add(person, mode, notice);
    }
  }
  mails.save();
  store.saveCursor.run(tx, { tenantId, position: cursor });
  return hasMore;
}

/** An e-mail to which events are added. `oid` null: it is new. */
interface OpenMail {
  readonly oid: number | null;
  readonly person: Recipient;
  readonly kind: MailKind;
  content: MailContent;
}

/** Adds the events of one transaction to e-mails, and writes each of these once. */
class Collector {
  readonly #tx: Tx;
  readonly #domain: string;
  readonly #timeZone: string;
  readonly #open = new Map<string, OpenMail>();
  readonly #singles = new Map<number, number>();

  constructor(tx: Tx, domain: string, timeZone: string) {
    this.#tx = tx;
    this.#domain = domain;
    this.#timeZone = timeZone;
  }

  add(person: Recipient, mode: "atOnce" | "digest", event: NoticeEvent): void {
    if (mode === "digest") this.#addToOpen(person, "digest", event);
    else if (this.#mayHaveSingle(person))
      this.#insert(person, "single", withEvent(EMPTY, event, person.userId));
    else this.#addToOpen(person, "overflow", event);
  }

  save(): void {
    for (const { oid, person, kind, content } of this.#open.values()) {
      if (oid === null) this.#insert(person, kind, content);
      else store.setContent.run(this.#tx, { oid, content: JSON.stringify(content), change: this.#tx.change });
    }
  }

  #addToOpen(person: Recipient, kind: MailKind, event: NoticeEvent): void {
    const key = `${person.userId} ${kind}`;
    const mail = this.#open.get(key) ?? this.#find(person, kind);
    mail.content = withEvent(mail.content, event, person.userId);
    this.#open.set(key, mail);
  }

  #find(person: Recipient, kind: MailKind): OpenMail {
    const found = store.openOf.first(this.#tx, { userId: person.userId, kind });
    return { oid: found?.oid ?? null, person, kind, content: found ? contentIn(found.content) : EMPTY };
  }

  #mayHaveSingle({ tenantId, userId }: Recipient): boolean {
    const since = this.#later(-HOUR_MS);
    const before =
      this.#singles.get(userId) ??
      store.countSingles.first(this.#tx, { tenantId, userId, since })?.count ??
      0;
    const may = before < MAX_SINGLES;
    this.#singles.set(userId, may ? before + 1 : before);
    return may;
  }

  #insert(person: Recipient, kind: MailKind, content: MailContent): void {
    const { tenantId, userId, digestHour } = person;
    const { now, change } = this.#tx;
    store.insert.run(this.#tx, {
      tenantId,
      userId,
      kind,
      change,
      createdDT: now,
      content: JSON.stringify(content),
      messageId: `${randomUUID()}@${this.#domain}`,
      ...(kind === "single"
        ? { state: "waiting", readyDT: now, dueDT: now }
        : { state: "open", readyDT: null, dueDT: this.#dueDT(kind, digestHour) }),
    });
  }

  #dueDT(kind: MailKind, digestHour: number): string {
    if (kind === "overflow") return this.#later(HOUR_MS);
    return new Date(nextDigest(Date.parse(this.#tx.now), digestHour, this.#timeZone)).toISOString();
  }

  #later(ms: number): string {
    return new Date(Date.parse(this.#tx.now) + ms).toISOString();
  }
}

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

/**
 * The e-mails of a tenant that are not delivered. `all`: with the waiting ones of every tenant, for those who administer the mail
 * server. Failed ones of others are not theirs to send again or to remove.
 */
export function undelivered(db: Db, tenantId: number, all: boolean) {
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
