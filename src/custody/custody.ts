import { findPerson, findUser } from "../access/users/users.ts";
import { type ArticleRecord, findArticle } from "../articles/article.ts";
import { heldBy } from "../articles/holder.ts";
import { ArticleState } from "../domain/article-state.ts";
import {
  type ArticleCustody,
  type CustodyOperation,
  type CustodyRejection,
  judgeCustody,
} from "../domain/custody.ts";
import { Conflict, Invalid, orNotFound, WrongState } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { recordOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import { CUSTODY } from "../records/custody.ts";
import { newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

export type CustodyRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** Who hands out or takes back. */
type Author = Pick<Principal, "tenantId" | "userId" | "deviceTokenId">;

/** What is noted at a hand-over or return. */
export interface Noted {
  readonly note: string | null;
  /** Strokes (domain/custody.ts). */
  readonly signature: string | null;
}

/** A hand-over. `dueDate`: YYYY-MM-DD. */
interface HandOver extends Noted {
  readonly articleId: number;
  readonly userId: number;
  readonly dueDate: string | null;
}

/** The custody of this id in the tenant. Throws NotFound. */
export function getCustody(db: Db, tenantId: number, oid: number): CustodyRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("This hand-over was not found."));
}

/** Whether the person still has the article, and is to bring it back by this day. */
export function isStillDue(db: Db, tenantId: number, oid: number, dueDate: string | null): boolean {
  const record = store.record.first(db, { tenantId, oid });
  return record?.endedDT === null && record.dueDate === dueDate;
}

/** The open custody of an article; null: nobody has it. */
function findOpenCustody(db: Db, tenantId: number, articleId: number): CustodyRecord | null {
  return store.openOfArticle.first(db, { tenantId, articleId });
}

/** Decides what an operation does to an article that exists or existed. */
export function judge(
  db: Db,
  tenantId: number,
  articleId: number,
  operation: CustodyOperation,
): { judgement: "applied" | "unchanged" | CustodyRejection; open: CustodyRecord | null } {
  const open = findOpenCustody(db, tenantId, articleId);
  const lastEndedDT = store.lastEnd.first(db, { tenantId, articleId })?.endedDT ?? null;
  const state: ArticleCustody = { open, lastEndedDT };
  const judgement = judgeCustody(operation, state);
  if (operation.kind === "end" || judgement !== "applied") return { judgement, open };
  if (!isHandedOut(findArticle(db, tenantId, articleId))) return { judgement: "article", open };
  const person = operation.userId === null ? null : findPerson(db, tenantId, operation.userId);
  return { judgement: person?.isActive === true ? "applied" : "person", open };
}

/** Deleted, disposed and proposed articles are not handed out. */
function isHandedOut(article: ArticleRecord | null): boolean {
  return (
    article !== null && ![ArticleState.Proposed, ArticleState.Disposed].some((id) => id === article.stateId)
  );
}

/**
 * Hands an article out now. Returns the custody's oid. Throws Invalid for an unknown article or person, Conflict where another person
 * has the article, WrongState where it can't be handed out.
 */
export function startCustody(tx: Tx, author: Author, handOver: HandOver): number {
  const { tenantId } = author;
  const { articleId, userId } = handOver;
  if (findArticle(tx, tenantId, articleId) === null)
    throw Invalid.field("articleId", msg("refers to no existing article"));
  if (findPerson(tx, tenantId, userId) === null) throw Invalid.field("userId", msg("names no user"));
  const { judgement, open } = judge(tx, tenantId, articleId, { kind: "start", userId, at: tx.now });
  if (judgement === "applied") return openCustody(tx, author, handOver, tx.now);
  const reason = judgement === "unchanged" ? "held" : judgement;
  const text = rejectionText(tx, reason, open?.userId ?? null);
  throw reason === "held" ? new Conflict(text, [{ path: "articleId", text }]) : new WrongState(text);
}

/** Ends a custody now. Throws WrongState where it is ended. */
export function endCustody(tx: Tx, author: Author, record: CustodyRecord, noted: Noted): void {
  if (record.endedDT !== null) throw new WrongState(msg("This article was taken back already."));
  closeCustody(tx, author, record, noted, tx.now);
}

/** Writes a judged hand-over. `at`: server time of it. The times of an article's custodies never overlap. */
export function openCustody(tx: Tx, author: Author, handOver: HandOver, at: string): number {
  const { tenantId, userId: startedBy, deviceTokenId } = author;
  const { articleId, userId, dueDate, note, signature } = handOver;
  const last = store.lastEnd.first(tx, { tenantId, articleId })?.endedDT ?? at;
  const columns = newColumns(CUSTODY, {
    articleId,
    userId,
    dueDate,
    startedBy,
    startedDT: at > last ? at : last,
    startDeviceId: deviceTokenId,
    startNote: note,
    startSignature: signature,
  });
  const { oid } = store.insert.run(tx, { ...columns, tenantId, overdueDT: null, change: tx.change });
  recordCustodyEvent(tx, "custody.started", getCustody(tx, tenantId, oid));
  return oid;
}

/** Writes a judged return. */
export function closeCustody(tx: Tx, author: Author, record: CustodyRecord, noted: Noted, at: string): void {
  store.end.run(tx, {
    oid: record.oid,
    endedDT: at > record.startedDT ? at : record.startedDT,
    endedBy: author.userId,
    endDeviceId: author.deviceTokenId,
    endNote: noted.note,
    endSignature: noted.signature,
    change: tx.change,
  });
  recordCustodyEvent(tx, "custody.ended", record);
}

/** Changes the due date. Throws WrongState where the article was taken back. */
export function changeDueDate(tx: Tx, record: CustodyRecord, dueDate: string | null): void {
  if (record.endedDT !== null) throw new WrongState(msg("This article was taken back already."));
  if (dueDate !== record.dueDate) store.setDueDate.run(tx, { oid: record.oid, dueDate, change: tx.change });
}

/** Records an event about a custody, with its article and person. */
export function recordCustodyEvent(
  tx: Tx,
  type: "custody.started" | "custody.ended" | "custody.overdue",
  { oid, tenantId, articleId, userId, dueDate }: CustodyRecord,
): void {
  const article = findArticle(tx, tenantId, articleId);
  const data = {
    oid,
    articleId,
    userId,
    dueDate,
    code: article?.code ?? null,
    name: article?.name ?? null,
    person: findUser(tx, userId)?.fullName ?? "",
  };
  const dedupeKey = type === "custody.overdue" ? `${oid} ${dueDate}` : `${oid}`;
  recordOutgoingEvent(tx, { tenantId, type, data, dedupeKey });
}

/** A reason as a sentence. `holderId`: who has the article; null: nobody. */
export function rejectionText(db: Db, reason: CustodyRejection, holderId: number | null): Message {
  const person = (holderId === null ? null : findUser(db, holderId)?.fullName) ?? "";
  switch (reason) {
    case "held":
      return heldBy(person);
    case "superseded":
      return msg("This article was taken back after that. Hand it out again if the person has it.");
    case "otherPerson":
      return msg("{person} has this article. Take it back from this person.", { person });
    case "article":
      return msg("This article was deleted or disposed, or is only proposed. It can't be handed out.");
    case "person":
      return msg("This person is deactivated. Choose another person.");
    case "recorded":
      return msg(
        "This was recorded already, without the note, signature and return date of this terminal. Managers see them.",
      );
  }
}
