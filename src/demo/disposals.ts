import { ArticleState } from "../catalogue/catalogue.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { insertInto } from "../storage/database/table-statements.ts";
import { ownArticle } from "./articles.ts";
import { Method, Reason } from "./catalogues.ts";
import { principalOf } from "./people.ts";
import { TRANSFERS } from "./transfers.ts";

// The records are inserted in their final state. An approval would remove the stock, and each article of the demo has
// stock. So this file has its own statements.

const REQUESTER = principalOf(3);
const DECIDER = principalOf(2);

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

/** Adds the disposal requests of user 3: three pending, one approved. None where there are no articles. */
export function addDisposals(tx: Tx, articles: number): void {
  if (articles === 0) return;
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
