import { z } from "zod";
import { NOTICE_KINDS, type NoticeKind, noticeKindOf } from "../domain/notice-kinds.ts";
import { isOutgoingEventType, type OutgoingEventData } from "../domain/outgoing-event-types.ts";
import type { OutgoingEvent } from "../outgoing-events/outgoing-events.ts";

// The content of an e-mail: events. Its text is made when it is sent, for what the person may see then, in the person's language.

/** Events of one kind that an e-mail lists; of further ones it has the number. */
const MAX_LISTED = 20;
/** Further approvals of which an e-mail knows the ids; of those above there is only the number. */
const MAX_KNOWN = 1000;

type Approval = OutgoingEventData["approval.waiting"];
/** Of a request that waits for a decision. */
export type ApprovalId = Pick<Approval, "kind" | "oid">;
/** Ids by kind: 1000 of them are a few kilobytes. */
type ApprovalIds = Readonly<Partial<Record<Approval["kind"], readonly number[]>>>;

/** An event of a notice. */
export type NoticeEvent = {
  readonly [T in keyof OutgoingEventData]: {
    readonly type: T;
    readonly data: OutgoingEventData[T];
    /** ISO 8601. */
    readonly at: string;
  };
}[keyof OutgoingEventData];

/** The events of an e-mail, and the numbers of those that it does not list. */
export interface ListedContent {
  readonly events: readonly NoticeEvent[];
  readonly more: Readonly<Partial<Record<NoticeKind, number>>>;
}

/** What a row holds. Approvals may be decided before the e-mail is sent, so `approvals` tells which ones it does not list. */
export interface MailContent extends ListedContent {
  readonly approvals: ApprovalIds;
}

export const EMPTY: MailContent = { events: [], more: {}, approvals: {} };

const APPROVAL_KINDS = [
  "transfer",
  "disposal",
  "proposal",
  "stocktake",
] as const satisfies readonly ApprovalId["kind"][];
const Stored = z.object({
  events: z.array(z.object({ type: z.string(), data: z.unknown(), at: z.string() })),
  more: z.partialRecord(z.enum(NOTICE_KINDS), z.int()),
  approvals: z.partialRecord(z.enum(APPROVAL_KINDS), z.array(z.int())).default({}),
});

/** The stored content of an e-mail. Events of types that this version does not know are left out. */
export function contentIn(json: string): MailContent {
  const { events, ...rest } = Stored.parse(JSON.parse(json));
  // The data are those of recordOutgoingEvent, which types them.
  const known = events.filter(({ type }) => isOutgoingEventType(type)) as unknown as NoticeEvent[];
  return { ...rest, events: known };
}

/** The approvals that the e-mail does not list. */
export function unlistedApprovals({ approvals }: MailContent): readonly ApprovalId[] {
  return APPROVAL_KINDS.flatMap((kind) => (approvals[kind] ?? []).map((oid) => ({ kind, oid })));
}

/** The event as a notice has it. */
export function noticeEvent({ type, data, at }: OutgoingEvent): NoticeEvent {
  // recordOutgoingEvent types the data by the type.
  return { type, data: JSON.parse(data), at } as NoticeEvent;
}

/** The kind of an event's notice to a person; null: there is none. Who has the article that is overdue is told so. */
export function kindFor(event: NoticeEvent, userId: number): NoticeKind | null {
  const isOwn = event.type === "custody.overdue" && event.data.userId === userId;
  return isOwn ? "ownCustody" : noticeKindOf(event.type);
}

const countOf = (approvals: ApprovalIds) =>
  APPROVAL_KINDS.reduce((sum, kind) => sum + (approvals[kind]?.length ?? 0), 0);

const isSameApproval = (one: NoticeEvent, other: NoticeEvent) =>
  one.type === "approval.waiting" &&
  other.type === one.type &&
  other.data.kind === one.data.kind &&
  other.data.oid === one.data.oid;

/** Adds an event to an e-mail to a person. What waits for an approval is in it once. */
export function withEvent(content: MailContent, event: NoticeEvent, userId: number): MailContent {
  const { events, more, approvals } = content;
  const kind = kindFor(event, userId);
  if (kind === null) return content;
  // A reopened stocktake waits again.
  const same = events.findIndex((one) => isSameApproval(one, event));
  if (same >= 0) return { ...content, events: events.with(same, event) };
  const listed = events.filter((one) => kindFor(one, userId) === kind).length;
  if (listed < MAX_LISTED) return { ...content, events: [...events, event] };
  if (event.type === "approval.waiting") {
    const { kind: group, oid } = event.data;
    if (approvals[group]?.includes(oid)) return content;
    if (countOf(approvals) < MAX_KNOWN)
      return { ...content, approvals: { ...approvals, [group]: [...(approvals[group] ?? []), oid] } };
  }
  return { ...content, more: { ...more, [kind]: (more[kind] ?? 0) + 1 } };
}
