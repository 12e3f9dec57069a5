import { type ArticleFields, changeArticle, rejectArticle } from "../articles/article.ts";
import { assertNotHandedOut } from "../articles/holder.ts";
import { nextCode } from "../articles/next-code.ts";
import { ArticleState } from "../domain/article-state.ts";
import { Invalid, orNotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./proposal-store.ts";

type ProposalRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** Changes at the approval. Absent fields stay as proposed. Without a code, the article keeps its own or gets the next free one. */
type Approval = Pick<ArticleFields, "code" | "name" | "categoryId" | "typeId" | "stateId">;

/** The asset proposal of this id in the tenant, decided or not. Throws NotFound. */
export function getProposal(db: Db, tenantId: number, oid: number): ProposalRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Asset proposal not found."));
}

/**
 * Approves an asset proposal: the article gets a code and a state (default In use). Throws Invalid for unknown references and
 * for the states Proposed and Disposed, WrongState if it is decided already, Conflict for a used code.
 */
export function approveProposal(
  tx: Tx,
  principal: Principal,
  record: ProposalRecord,
  approval: Approval,
): void {
  const { stateId = ArticleState.InUse } = approval;
  if (stateId === ArticleState.Proposed || stateId === ArticleState.Disposed) {
    throw Invalid.field("stateId", msg("must be a state other than Proposed and Disposed"));
  }
  const fields = { ...approval, stateId };
  assertPending(record);
  changeArticle(tx, principal, record, {
    ...fields,
    // A code is on labels: without another one the article keeps it.
    code: approval.code ?? record.code ?? nextCode(tx, principal.tenantId),
  });
}

/** Rejects an asset proposal: deletes the article, keeps the reason. Throws WrongState if it is decided already. */
export function rejectProposal(tx: Tx, principal: Principal, record: ProposalRecord, reason: string): void {
  assertPending(record);
  assertNotHandedOut(tx, record.oid);
  rejectArticle(tx, principal, record, reason);
}

/** Whether a proposal waits for a decision. */
export function isPendingProposal({ rejectReason, stateId }: ProposalRecord): boolean {
  return rejectReason === null && stateId === ArticleState.Proposed;
}

function assertPending({ rejectReason, stateId }: ProposalRecord): void {
  if (rejectReason !== null) throw new WrongState(msg("The proposal is already rejected."));
  if (stateId !== ArticleState.Proposed) throw new WrongState(msg("The proposal is already decided."));
}
