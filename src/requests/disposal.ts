import { disposeArticle, findArticle, getArticle, hasArticle } from "../articles/article.ts";
import { isInCatalogue, ReferenceChecks } from "../catalogue/catalogue.ts";
import { ArticleState } from "../domain/article-state.ts";
import { Conflict, orNotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { DISPOSAL_PROPOSAL } from "../records/article-parts.ts";
import { setStock } from "../stock/stock.ts";
import { type GivenFields, newColumns } from "../storage/database/schema.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./disposal-store.ts";
import { assertOwnOrManager } from "./listing.ts";
import { recordRequest } from "./request-event.ts";

type DisposalRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** A disposal. All references belong to the tenant. */
type NewDisposal = GivenFields<typeof DISPOSAL_PROPOSAL> & { readonly articleId: number };

/** The disposal request of this id in the tenant. Throws NotFound. */
export function getDisposal(db: Db, tenantId: number, oid: number): DisposalRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Disposal request not found."));
}

/** Adds a pending disposal request; returns its oid. Returns null if one is pending, or the article is deleted or disposed of. */
export function proposeDisposal(
  tx: Tx,
  by: Pick<Principal, "tenantId" | "userId">,
  disposal: NewDisposal,
): number | null {
  const { tenantId, userId } = by;
  if (!canBeProposed(tx, tenantId, disposal.articleId)) return null;
  const proposal = { ...disposal, state: "waiting", userId, proposalDT: tx.now } as const;
  const columns = newColumns(DISPOSAL_PROPOSAL, proposal);
  const { oid } = store.insert.run(tx, { ...columns, tenantId, change: tx.change });
  recordRequest(tx, "disposal", oid, by, disposal.articleId);
  return oid;
}

/** Whether a disposal of the article can be proposed: it is neither deleted nor disposed of, and none is pending. */
export function canBeProposed(db: Db, tenantId: number, articleId: number): boolean {
  const article = findArticle(db, tenantId, articleId);
  if (article === null || article.stateId === ArticleState.Disposed) return false;
  return store.pendingOfArticle.first(db, { articleId }) === null;
}

/** Adds a disposal request of a user. Throws Invalid for references, WrongState for a disposed article, Conflict if one is pending. */
export function requestDisposal(tx: Tx, principal: Principal, disposal: NewDisposal): number {
  checkReferences(tx, principal.tenantId, disposal)
    .check("articleId", disposal.articleId, (oid) => hasArticle(tx, principal.tenantId, oid))
    .assertValid();
  if (getArticle(tx, principal.tenantId, disposal.articleId).stateId === ArticleState.Disposed) {
    throw new WrongState(msg("The article is already disposed of."));
  }
  const oid = proposeDisposal(tx, principal, disposal);
  if (oid !== null) return oid;
  throw new Conflict(msg("A disposal request for this article is already pending."));
}

/** Changes at the approval. Absent fields stay as requested. */
interface Approval {
  readonly disposalMethodId?: number | null | undefined;
  readonly disposalReasonId?: number | null | undefined;
  /** ISO 8601, UTC; absent: now. */
  readonly disposalDT?: string | undefined;
}

/**
 * Approves a request: sets the article to Disposed with date, method and reason, and removes its stock. Throws Invalid for
 * references, WrongState if it is decided already or the article is deleted.
 */
export function approveDisposal(
  tx: Tx,
  principal: Principal,
  record: DisposalRecord,
  approval: Approval,
): void {
  const { tenantId } = principal;
  checkReferences(tx, tenantId, approval).assertValid();
  assertPending(record);
  const article = findArticle(tx, tenantId, record.articleId);
  if (article === null) {
    throw new WrongState(msg("The article was deleted in the meantime."));
  }
  const { disposalMethodId = record.disposalMethodId, disposalReasonId = record.disposalReasonId } = approval;
  tx.setCause(`disposal ${record.oid}`);
  const disposalDT = approval.disposalDT ?? tx.now;
  disposeArticle(tx, principal, article, { disposalDT, disposalMethodId, disposalReasonId });
  setStock(tx, { tenantId, articleId: article.oid }, new Map());
  const decision = { state: "approved", disposalMethodId, disposalReasonId, rejectReason: null } as const;
  store.decide.run(tx, { ...decision, ...decided(tx, principal, record) });
}

/** Rejects a request. Its author sees the reason. Throws WrongState if it is decided already. */
export function rejectDisposal(
  tx: Tx,
  principal: Principal,
  record: DisposalRecord,
  rejectReason: string,
): void {
  assertPending(record);
  const { disposalMethodId, disposalReasonId } = record;
  const decision = { state: "rejected", disposalMethodId, disposalReasonId, rejectReason } as const;
  store.decide.run(tx, { ...decision, ...decided(tx, principal, record) });
}

/** Deletes a pending request: the caller's own, or any by Manager and Admin. Throws Forbidden, WrongState. */
export function withdrawDisposal(tx: Tx, principal: Principal, record: DisposalRecord): void {
  assertOwnOrManager(principal, record.userId);
  assertPending(record);
  store.remove.run(tx, { oid: record.oid });
}

function decided(tx: Tx, { userId }: Principal, { oid }: DisposalRecord) {
  return { oid, decidedDT: tx.now, decidedBy: userId, change: tx.change };
}

function checkReferences(db: Db, tenantId: number, approval: Approval): ReferenceChecks {
  return new ReferenceChecks()
    .check("disposalMethodId", approval.disposalMethodId, (oid) =>
      isInCatalogue(db, "articleDisposalMethod", oid, tenantId),
    )
    .check("disposalReasonId", approval.disposalReasonId, (oid) =>
      isInCatalogue(db, "articleDisposalReason", oid, tenantId),
    );
}

function assertPending({ state }: DisposalRecord): void {
  if (state === "approved") throw new WrongState(msg("The disposal is already approved."));
  if (state === "rejected") throw new WrongState(msg("The disposal is already rejected."));
}
