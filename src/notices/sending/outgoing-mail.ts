import { isCustodyOpen } from "../../custody/custody.ts";
import { modeOf, NOTICE_KINDS } from "../../domain/notice-kinds.ts";
import { siteNameFor } from "../../settings/settings.ts";
import type { Db } from "../../storage/database/statement.ts";
import {
  contentIn,
  kindFor,
  type ListedContent,
  type MailContent,
  type NoticeEvent,
  unlistedApprovals,
} from "../mails/content.ts";
import { renderMail } from "../mails/render.ts";
import { findRecipient, type Recipient } from "../people/people.ts";
import type { OutgoingMail } from "../smtp/deliver.ts";
import { isPending } from "./pending-approvals.ts";

/** What the texts of e-mails need. */
export interface MailContext {
  readonly timeZone: string;
  /** The address of the server's pages, without a slash at the end; null: not known. */
  baseUrl(): string | null;
}

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
 * or no longer wants what it tells, or because it was decided or brought back meanwhile.
 */
export function outgoingMail(db: Db, stored: StoredMail, context: MailContext): OutgoingMail | null {
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

/** What the person may see and wants, without the approvals that were decided and the articles that were brought back. */
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

/** Whether a request was decided, or an overdue article was brought back. */
function isDecided(db: Db, tenantId: number, { type, data }: NoticeEvent): boolean {
  if (type === "approval.waiting") return !isPending(db, tenantId, data);
  return type === "custody.overdue" && !isCustodyOpen(db, tenantId, data.oid);
}
