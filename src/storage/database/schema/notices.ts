import type { Generated } from "kysely";
import type { IsoTime, OfTenant, Versioned } from "./columns.ts";

/** What a person has chosen about notices. */
export interface NoticeChoiceTable extends OfTenant, Versioned {
  userId: number;
  /** JSON object: kind → mode. */
  modes: string;
  digestHour: number;
  language: string | null;
}

/** The last event of a tenant of which e-mails were made. */
export interface NoticeCursorTable extends OfTenant {
  /** Of the event (outgoingEvent.oid). */
  position: number;
}

export type MailKind = "single" | "overflow" | "digest";
/** `open`: events are added to it. `waiting`: its content is fixed. */
const MAIL_STATES = ["open", "waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** E-mails to persons. */
export interface NoticeMailTable extends OfTenant, Versioned {
  oid: Generated<number>;
  userId: number;
  kind: MailKind;
  state: MailState;
  messageId: string;
  content: string;
  createdDT: IsoTime;
  readyDT: IsoTime | null;
  dueDT: IsoTime;
  attempts: Generated<number>;
  firstErrorDT: IsoTime | null;
  /** JSON object: locale → text. */
  lastError: string | null;
  finishedDT: IsoTime | null;
}
