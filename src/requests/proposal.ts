import { type ArticleFields, changeArticle, rejectArticle } from "../articles/article.ts";
import { ArticleState } from "../catalogue/catalogue.ts";
import { Invalid, NotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { nextCode } from "../settings/next-code.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./proposal-store.ts";

export type ProposalRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** What the approval may say of the article; absent stays as it was proposed, a code absent or null is the next free one. */
export type Approval = Pick<ArticleFields, "code" | "name" | "categoryId" | "typeId" | "stateId">;

/** The proposed article of this id in the tenant, or one that was proposed once. Throws NotFound. */
export function proposalOf(db: Db, tenantId: number, oid: number): ProposalRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("Asset proposal not found.", "Návrh majetku nenalezen."));
  return found;
}

/**
 * Approves a proposed article: it gets a code and a state of use (In use unless said). Throws Invalid on references and on
 * the states Proposed and Disposed, WrongState where it is decided already, Conflict on a taken code.
 */
export function approveProposal(
  tx: Tx,
  principal: Principal,
  record: ProposalRecord,
  approval: Approval,
): void {
  const { stateId = ArticleState.InUse } = approval;
  if (stateId === ArticleState.Proposed || stateId === ArticleState.Disposed) {
    throw Invalid.field(
      "stateId",
      msg("must be a state other than Proposed and Disposed", "musí být jiný stav než Navrženo a Vyřazeno"),
    );
  }
  const fields = { ...approval, stateId };
  assertPending(record);
  changeArticle(tx, principal, record, {
    ...fields,
    code: approval.code ?? nextCode(tx, principal.tenantId),
  });
}

/** Rejects a proposed article: it is deleted, and whoever asked sees why. Throws WrongState where it is decided already. */
export function rejectProposal(tx: Tx, principal: Principal, record: ProposalRecord, reason: string): void {
  assertPending(record);
  rejectArticle(tx, principal, record, reason);
}

function assertPending({ rejectReason, stateId }: ProposalRecord): void {
  if (rejectReason !== null)
    throw new WrongState(msg("The proposal is already rejected.", "Návrh už byl zamítnut."));
  if (stateId !== ArticleState.Proposed)
    throw new WrongState(msg("The proposal is already decided.", "O návrhu už bylo rozhodnuto."));
}
