import { ArticleState } from "../domain/article-state.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { insertInto } from "../storage/database/table-statements.ts";
import { ownArticle, roomOf } from "./articles.ts";
import { Method, Reason } from "./catalogues.ts";
import { LAST_ROOM } from "./locations.ts";
import { principalOf } from "./people.ts";

// The records are inserted in their final state, without the decisions before it. An approval of a disposal would remove
// the stock, and each article of the demo has stock. So this file has its own statements.

const REQUESTER = principalOf(3);
const DECIDER = principalOf(2);

/** Adds the transfer requests and then the disposal requests of user 3. None where there are no articles. */
export function addRequests(tx: Tx, articles: number): void {
  if (articles === 0) return;
  addTransfers(tx, articles);
  addDisposals(tx, articles);
}

/** States of the transfers, in the order of their ids. */
const TRANSFERS = ["open", "open", "confirmed", "rejected", "deleted"] as const;

const insertTransfer = insertInto("articleTransfer", [
  "tenantId",
  "articleId",
  "userId",
  "targetLocationId",
  "state",
  "createdDT",
  "change",
]);

/** Adds the transfer requests: two open, one confirmed, one rejected, one deleted. */
function addTransfers(tx: Tx, articles: number): void {
  const { tenantId, userId } = REQUESTER;
  for (const [index, state] of TRANSFERS.entries()) {
    const articleId = ownArticle(index, articles);
    // The stock of the confirmed one is at its target.
    const targetLocationId = state === "confirmed" ? roomOf(articleId) : LAST_ROOM - index;
    insertTransfer.run(tx, {
      state,
      tenantId,
      articleId,
      userId,
      targetLocationId,
      createdDT: tx.now,
      change: tx.change,
    });
  }
}

interface Disposal {
  readonly disposalMethodId: number;
  readonly disposalReasonId: number;
  readonly isApproved: boolean;
}
const DISPOSALS: readonly Disposal[] = [
  { disposalMethodId: Method.Scrap, disposalReasonId: Reason.Broken, isApproved: false },
  { disposalMethodId: Method.Sale, disposalReasonId: Reason.Obsolete, isApproved: false },
  { disposalMethodId: Method.Scrap, disposalReasonId: Reason.Obsolete, isApproved: false },
  { disposalMethodId: Method.Scrap, disposalReasonId: Reason.Broken, isApproved: true },
];

const insertProposal = insertInto("disposalProposal", [
  "tenantId",
  "articleId",
  "userId",
  "disposalMethodId",
  "disposalReasonId",
  "proposalDT",
  "decidedDT",
  "state",
  "change",
]);
const dispose = statement(
  (p: {
    oid: number;
    stateId: number;
    disposalDT: string;
    disposalMethodId: number;
    disposalReasonId: number;
    modifiedBy: string;
    change: number;
  }) =>
    sqlite
      .updateTable("article")
      .set({
        isDisposal: 1,
        stateId: p.stateId,
        disposalDT: p.disposalDT,
        disposalMethodId: p.disposalMethodId,
        disposalReasonId: p.disposalReasonId,
        modifiedDT: p.disposalDT,
        modifiedBy: p.modifiedBy,
        change: p.change,
      })
      .where("oid", "=", p.oid),
);

/** Adds the disposal requests: three pending, one approved. */
function addDisposals(tx: Tx, articles: number): void {
  const { tenantId, userId } = REQUESTER;
  for (const [index, { isApproved, ...how }] of DISPOSALS.entries()) {
    const articleId = ownArticle(TRANSFERS.length + index, articles);
    insertProposal.run(tx, {
      ...how,
      tenantId,
      articleId,
      userId,
      proposalDT: tx.now,
      decidedDT: isApproved ? tx.now : null,
      state: isApproved ? "approved" : "waiting",
      change: tx.change,
    });
    if (!isApproved) continue;
    dispose.run(tx, {
      ...how,
      oid: articleId,
      stateId: ArticleState.Disposed,
      disposalDT: tx.now,
      modifiedBy: DECIDER.userName,
      change: tx.change,
    });
  }
}
