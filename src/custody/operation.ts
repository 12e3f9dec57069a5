import { findPerson } from "../access/users/users.ts";
import { findArticle } from "../articles/article.ts";
import type { CustodyKind, CustodyRejection, CustodyResult } from "../domain/custody.ts";
import { Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { getAuthor } from "../inventories/counting/author.ts";
import { recordOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import {
  type CustodyRecord,
  closeCustody,
  judge,
  type Noted,
  openCustody,
  rejectionText,
} from "./custody.ts";
import * as store from "./operation-store.ts";
import type { CustodyReceipt } from "./shapes.ts";

/** A hand-over or return as a terminal sends it. */
interface SentOperation extends Noted {
  readonly operationId: string;
  readonly kind: CustodyKind;
  readonly articleId: number;
  /** The person. Of a return, null: whoever has the article. */
  readonly userId: number | null;
  /** By the terminal's estimate of the server's time, ISO 8601. */
  readonly at: string;
  readonly dueDate: string | null;
  /** The user who was logged in; null: the principal. */
  readonly authorId: number | null;
}

/** Whether the operation was rejected, and no Manager has dismissed it. */
export function isRejectionPending(db: Db, tenantId: number, oid: number): boolean {
  return store.pendingRecord.first(db, { tenantId, oid }) !== null;
}

/**
 * Applies an operation of a terminal once. An operation that contradicts what others have recorded is stored as rejected, for a
 * Manager. Throws Invalid where it names no record of the tenant, or its id is of another operation.
 */
export function receiveOperation(
  tx: Tx,
  principal: Principal,
  sent: SentOperation,
  language: Locale,
): CustodyReceipt {
  const { tenantId, deviceTokenId } = principal;
  const { operationId, kind, articleId, userId } = sent;
  const known = store.byOperationId.first(tx, { tenantId, operationId });
  if (known !== null) {
    if (known.kind !== kind || known.articleId !== articleId || known.userId !== userId)
      throw Invalid.field("operationId", msg("is the id of another operation"));
    return receiptOf(tx, operationId, known, language);
  }
  assertRecords(tx, tenantId, sent);
  const authorId = getAuthor(tx, principal, sent.authorId, "authorId", NEVER_HERE);
  const at = sent.at < tx.now ? sent.at : tx.now;
  const outcome = apply(tx, { tenantId, userId: authorId, deviceTokenId }, { ...sent, at });
  const { dueDate, note, signature } = sent;
  const { oid } = store.insert.run(tx, {
    tenantId,
    operationId,
    kind,
    articleId,
    userId,
    at,
    authorId,
    deviceTokenId,
    change: tx.change,
    receivedDT: tx.now,
    entered: JSON.stringify({ dueDate, note, signature }),
    result: outcome.result,
    reason: outcome.reason,
    custodyId: outcome.custodyId,
  });
  if (outcome.result === "rejected") recordRejected(tx, tenantId, oid, sent);
  return receiptOf(tx, operationId, outcome, language);
}

const NEVER_HERE = msg(
  "This user has never logged in on this device. It is sent when this user or an administrator logs in.",
);

interface Outcome {
  readonly result: CustodyResult;
  readonly reason: CustodyRejection | null;
  readonly custodyId: number | null;
  /** The person of that custody. */
  readonly holderId: number | null;
}

function apply(
  tx: Tx,
  author: { tenantId: number; userId: number; deviceTokenId: number | null },
  sent: SentOperation,
): Outcome {
  const { kind, articleId, userId, at } = sent;
  const { judgement, open } = judge(tx, author.tenantId, articleId, sent);
  const there = { custodyId: open?.oid ?? null, holderId: open?.userId ?? null };
  if (judgement === "unchanged")
    return hasDetails(sent, open)
      ? { result: "rejected", reason: "recorded", ...there }
      : { result: "unchanged", reason: null, ...there };
  if (judgement !== "applied") return { result: "rejected", reason: judgement, ...there };
  if (kind === "end" && open !== null) {
    closeCustody(tx, author, open, sent, at);
    return { result: "applied", reason: null, ...there };
  }
  // The schema of the request demands the person of a hand-over.
  const holderId = userId ?? 0;
  const custodyId = openCustody(tx, author, { ...sent, userId: holderId }, at);
  return { result: "applied", reason: null, custodyId, holderId };
}

/** What was entered would be lost where the operation changes nothing. */
const hasDetails = ({ dueDate, note, signature }: SentOperation, open: CustodyRecord | null) =>
  (dueDate !== null && dueDate !== open?.dueDate) || note !== null || signature !== null;

function assertRecords(tx: Tx, tenantId: number, { kind, articleId, userId }: SentOperation): void {
  if (kind === "start" && userId === null) throw Invalid.field("userId", msg("is required"));
  if (store.article.first(tx, { tenantId, oid: articleId }) === null)
    throw Invalid.field("articleId", msg("refers to no existing article"));
  if (userId !== null && findPerson(tx, tenantId, userId) === null)
    throw Invalid.field("userId", msg("names no user"));
}

function receiptOf(db: Db, operationId: string, outcome: Outcome, language: Locale): CustodyReceipt {
  const { result, reason, custodyId, holderId } = outcome;
  const message = reason === null ? null : textIn(rejectionText(db, reason, holderId), language);
  return { operationId, result, reason, message, custodyId };
}

function recordRejected(
  tx: Tx,
  tenantId: number,
  oid: number,
  { kind, articleId, userId }: SentOperation,
): void {
  const article = findArticle(tx, tenantId, articleId);
  recordOutgoingEvent(tx, {
    tenantId,
    type: "custody.rejected",
    data: {
      oid,
      kind,
      articleId,
      code: article?.code ?? null,
      name: article?.name ?? null,
      person: userId === null ? null : (findPerson(tx, tenantId, userId)?.fullName ?? null),
    },
    dedupeKey: `${oid}`,
  });
}
