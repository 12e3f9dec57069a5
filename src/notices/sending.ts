import { hasArticle } from "../articles/article.ts";
import { isStillDue } from "../custody/custody.ts";
import { isRejectionPending } from "../custody/operation.ts";
import { NotFound } from "../domain/errors.ts";
import { State } from "../domain/inventory-states.ts";
import { msg } from "../domain/message.ts";
import { modeOf, NOTICE_KINDS } from "../domain/notice-kinds.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { textInEachLocale } from "../i18n/text.ts";
import { getInventory } from "../inventories/inventory.ts";
import { type Channel, Outbox, type Outcome, type Receiver } from "../outgoing-events/outbox.ts";
import { newestOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import { pauseAfter } from "../platform/back-off.ts";
import { getDisposal } from "../requests/disposal.ts";
import { getProposal, isPendingProposal } from "../requests/proposal.ts";
import { getTransfer } from "../requests/transfer.ts";
import { siteNameFor } from "../settings/settings.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import {
  type ApprovalId,
  contentIn,
  kindFor,
  type ListedContent,
  type MailContent,
  type NoticeEvent,
  unlistedApprovals,
} from "./content.ts";
import { collectNotices } from "./mails.ts";
import { findRecipient, type Recipient } from "./people.ts";
import { renderMail } from "./render.ts";
import { type DeliveryFailure, deliver, failureOf, type OutgoingMail } from "./smtp/deliver.ts";
import { findMailServer, type MailServer } from "./smtp/mail-server.ts";
import * as store from "./store.ts";

const MINUTE_MS = 60_000;
/** An e-mail takes at most this long, whatever the mail server does. */
const SEND_MS = 60_000;
/** Pauses after failed attempts, of an e-mail and of a mail server that fails; the last one repeats. docs/operate/notices.md lists them. */
const PAUSES_MS = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
/** After this time an e-mail is no longer tried. */
const GIVE_UP_MS = 3 * 24 * 60 * MINUTE_MS;

/** What the texts of e-mails need. */
interface MailContext {
  readonly timeZone: string;
  /** The address of the server's pages, without a slash at the end; null: not known. */
  baseUrl(): string | null;
}

interface MailReceiver extends Receiver {
  readonly server: MailServer;
}

/** A stored e-mail, and what is sent of it; null: nothing is left to tell. */
interface Mail {
  readonly stored: NonNullable<ReturnType<typeof store.toSend.first>>;
  readonly outgoing: OutgoingMail | null;
}

type NoticeDependencies = Pick<Dependencies, "storage" | "clock" | "log">;

/** The e-mails of notices. */
export interface Notices {
  start(): void;
  stop(): Promise<void>;
  /** Ends the pauses of the mail server: an Admin sends an e-mail again, or it has taken one. */
  wake(): void;
}

/** Makes e-mails of events and sends them, from `start` to `stop`. */
export function makeNotices(dependencies: NoticeDependencies, context: MailContext): Notices {
  const outbox = new Outbox(dependencies, mailChannel(dependencies, context));
  return { start: () => outbox.start(), stop: () => outbox.stop(), wake: () => outbox.wake(MAIL_SERVER) };
}

/** The id of the only receiver. */
const MAIL_SERVER = 0;

/**
 * The mail server is the only receiver, which gets one e-mail after the other. Of each tenant's events e-mails are made. An e-mail
 * that is sent again after a crash has the same Message-ID.
 */
function mailChannel(
  { storage, clock, log }: NoticeDependencies,
  context: MailContext,
): Channel<MailReceiver, Mail, { readonly tenantId: number }> {
  const { db } = storage;

  /** Fixes the content of due digests, and gives up e-mails that have waited for too long. */
  async function advance(): Promise<void> {
    const open = store.nextOpen.first(db, {});
    const oldest = store.oldestWaiting.first(db, {});
    const isDue = open !== null && open.dueDT <= clock.iso();
    const isOver = oldest?.readyDT != null && Date.parse(oldest.readyDT) < clock.ago(GIVE_UP_MS);
    if (!isDue && !isOver) return;
    const before = new Date(clock.ago(GIVE_UP_MS)).toISOString();
    const error = JSON.stringify(textInEachLocale(NOT_TRIED));
    const work = (tx: Tx) => {
      const { now, change } = tx;
      store.closeDue.run(tx, { now, change });
      store.expire.run(tx, { before, now, change, error });
    };
    await storage.write(null, work, { evenWhenLow: true });
  }

  function failed({ stored }: Mail, { text, isPermanent, isOfServer }: DeliveryFailure): Outcome {
    const { oid, tenantId } = stored;
    const attempts = stored.attempts + 1;
    const dueDT = new Date(clock.now() + pauseAfter(PAUSES_MS, attempts)).toISOString();
    const error = JSON.stringify(textInEachLocale(text));
    return {
      tenantId,
      isReceiverFailing: isOfServer ? true : null,
      restMs: null,
      save(tx) {
        const { now, change } = tx;
        store.setFailedAttempt.run(tx, { oid, attempts, dueDT, error, now, change });
        if (isPermanent) store.setFailed.run(tx, { oid, finishedDT: now, change });
      },
    };
  }

  return {
    name: "notices",
    tables: { receivers: "setting", deliveries: "noticeMail" },
    maxRunning: 1,
    pausesMs: PAUSES_MS,
    receivers() {
      const found = findMailServer(db);
      return found === null ? [] : [{ oid: MAIL_SERVER, ...found }];
    },
    behind: () => store.tenantsBehind.all(db, { newest: newestOutgoingEvent(db) }),
    queue: (tx, { tenantId }, limit) => collectNotices(tx, tenantId, context.timeZone, limit),
    advance,
    due: (_, limit) => store.due.all(db, { now: clock.iso(), limit }).map(({ oid }) => oid),
    read(oid) {
      const stored = store.toSend.first(db, { oid });
      return stored && { stored, outgoing: outgoingMail(db, stored, context) };
    },
    async send({ server }, mail, signal): Promise<Outcome> {
      const { outgoing, stored } = mail;
      const { oid, tenantId, userId } = stored;
      if (outgoing === null) {
        const save = (tx: Tx) => void store.remove.run(tx, { oid });
        return { tenantId, isReceiverFailing: null, restMs: null, save };
      }
      try {
        await deliver(server, outgoing, SEND_MS, signal);
      } catch (error) {
        const failure = failureOf(error, server);
        if (!signal.aborted)
          log.warn({ notice: oid, userId, problem: failure.message }, "a notice was not delivered");
        return failed(mail, failure);
      }
      const save = (tx: Tx) => void store.setSent.run(tx, { oid, finishedDT: tx.now, change: tx.change });
      return { tenantId, isReceiverFailing: false, restMs: null, save };
    },
  };
}

const NOT_TRIED = msg("The server could not send e-mail for three days.");

/** A stored e-mail. */
interface StoredMail {
  readonly tenantId: number;
  readonly userId: number;
  readonly messageId: string;
  readonly content: string;
  readonly createdDT: string;
}

/**
 * The e-mail as it is sent now; null: it is not sent, because the person is no longer active or has no address, or may no longer see
 * or no longer wants what it tells, or because it was decided meanwhile.
 */
function outgoingMail(db: Db, stored: StoredMail, context: MailContext): OutgoingMail | null {
  const { tenantId, userId, messageId, createdDT } = stored;
  const person = findRecipient(db, tenantId, userId);
  if (person === null) return null;
  const listed = listedNow(db, tenantId, contentIn(stored.content), person);
  const fromName = siteNameFor(db, tenantId);
  const { locale } = person;
  const options = {
    userId,
    locale,
    timeZone: context.timeZone,
    siteName: fromName,
    baseUrl: context.baseUrl(),
  };
  const rendered = renderMail(listed, options);
  const to = { name: person.fullName, address: person.email };
  return rendered && { ...rendered, fromName, to, messageId, at: Date.parse(createdDT) };
}

/** What the person may see and wants, without what was decided meanwhile. */
function listedNow(db: Db, tenantId: number, content: MailContent, person: Recipient): ListedContent {
  const wanted = new Set(NOTICE_KINDS.filter((kind) => modeOf(kind, person, person.modes) !== "off"));
  const isWanted = (event: NoticeEvent) => {
    const kind = kindFor(event, person.userId);
    return kind !== null && wanted.has(kind);
  };
  const waiting = unlistedApprovals(content).filter((approval) => isPending(db, tenantId, approval)).length;
  const more = { ...content.more, approvals: (content.more.approvals ?? 0) + waiting };
  return {
    events: content.events.filter((event) => isWanted(event) && !isDecided(db, tenantId, event)),
    more: Object.fromEntries(NOTICE_KINDS.flatMap((kind) => (wanted.has(kind) ? [[kind, more[kind]]] : []))),
  };
}

/** Whether a request was decided, an overdue article was brought back or is due on another day, or a rejected hand-over was dismissed. */
function isDecided(db: Db, tenantId: number, { type, data }: NoticeEvent): boolean {
  if (type === "approval.waiting") return !isPending(db, tenantId, data);
  if (type === "custody.overdue") return !isStillDue(db, tenantId, data.oid, data.dueDate);
  return type === "custody.rejected" && !isRejectionPending(db, tenantId, data.oid);
}

/** Whether a request still waits for a decision. A digest does not name what was decided or became obsolete meanwhile. */
function isPending(db: Db, tenantId: number, waiting: ApprovalId): boolean {
  try {
    return STATE[waiting.kind](db, tenantId, waiting.oid);
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

const STATE: Readonly<Record<ApprovalId["kind"], (db: Db, tenantId: number, oid: number) => boolean>> = {
  transfer: (db, tenantId, oid) => {
    const { state, articleId } = getTransfer(db, tenantId, oid);
    return state === "open" && hasArticle(db, tenantId, articleId);
  },
  disposal: (db, tenantId, oid) => {
    const { state, articleId } = getDisposal(db, tenantId, oid);
    return state === "waiting" && hasArticle(db, tenantId, articleId);
  },
  proposal: (db, tenantId, oid) => isPendingProposal(getProposal(db, tenantId, oid)),
  stocktake: (db, tenantId, oid) => {
    const { inventoryStateId, isApproved } = getInventory(db, tenantId, oid);
    return inventoryStateId === State.Processing && isApproved === 0;
  },
};
