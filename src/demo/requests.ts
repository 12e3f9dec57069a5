import { ArticleState } from "../catalogue/catalogue.ts";
import { sqlite, statement, type Tx } from "../storage/statement.ts";
import { roomOf } from "./articles.ts";
import { Method, Reason } from "./catalogues.ts";
import { LAST_ROOM } from "./locations.ts";
import { callerOf } from "./people.ts";

// What user 3 has asked for. Transfers and proposals have no endpoints that write them yet, so the statements are here.

const ASKING = callerOf(3);
const DECIDING = callerOf(2);
/** User 3 has every fifth article. */
const EVERY = 5;

type Flags = { isConfirmed: 0 | 1; isRejected: 0 | 1; deleted: 0 | 1 };
const OPEN: Flags = { isConfirmed: 0, isRejected: 0, deleted: 0 };
const TRANSFERS: readonly Flags[] = [
  OPEN,
  OPEN,
  { ...OPEN, isConfirmed: 1 },
  { ...OPEN, isRejected: 1 },
  { ...OPEN, deleted: 1 },
];

const insertTransfer = statement(
  (
    p: Flags & {
      tenantId: number;
      articleId: number;
      userId: number;
      targetLocationId: number;
      createdDT: string;
      change: number;
    },
  ) =>
    sqlite.insertInto("articleTransfer").values({
      tenantId: p.tenantId,
      articleId: p.articleId,
      userId: p.userId,
      targetLocationId: p.targetLocationId,
      isConfirmed: p.isConfirmed,
      isRejected: p.isRejected,
      deleted: p.deleted,
      createdDT: p.createdDT,
      change: p.change,
    }),
);

/** Adds the transfers of user 3: two open, one confirmed, one rejected, one deleted. None where there are no articles. */
export function addTransfers(tx: Tx, articles: number): void {
  if (articles === 0) return;
  const { tenantId, userId } = ASKING;
  for (const [index, flags] of TRANSFERS.entries()) {
    const articleId = ownArticle(index, articles);
    // The confirmed one has arrived.
    const targetLocationId = flags.isConfirmed === 1 ? roomOf(articleId) : LAST_ROOM - index;
    insertTransfer.run(tx, {
      ...flags,
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

const insertProposal = statement(
  (p: {
    tenantId: number;
    articleId: number;
    userId: number;
    disposalMethodId: number;
    disposalReasonId: number;
    proposalDT: string;
    decidedDT: string | null;
    isDisposal: 0 | 1;
    change: number;
  }) =>
    sqlite.insertInto("disposalProposal").values({
      tenantId: p.tenantId,
      articleId: p.articleId,
      userId: p.userId,
      disposalMethodId: p.disposalMethodId,
      disposalReasonId: p.disposalReasonId,
      proposalDT: p.proposalDT,
      decidedDT: p.decidedDT,
      isDisposal: p.isDisposal,
      change: p.change,
    }),
);
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

/** Adds the disposal proposals of user 3: three wait, one is approved. None where there are no articles. */
export function addDisposals(tx: Tx, articles: number): void {
  if (articles === 0) return;
  const { tenantId, userId } = ASKING;
  for (const [index, { isApproved, ...how }] of DISPOSALS.entries()) {
    const articleId = ownArticle(TRANSFERS.length + index, articles);
    insertProposal.run(tx, {
      ...how,
      tenantId,
      articleId,
      userId,
      proposalDT: tx.now,
      decidedDT: isApproved ? tx.now : null,
      isDisposal: isApproved ? 1 : 0,
      change: tx.change,
    });
    if (!isApproved) continue;
    dispose.run(tx, {
      ...how,
      oid: articleId,
      stateId: ArticleState.Disposed,
      disposalDT: tx.now,
      modifiedBy: DECIDING.userName,
      change: tx.change,
    });
  }
}

/** The articles of user 3 one after the other; where there are few, any. */
function ownArticle(index: number, articles: number): number {
  return 1 + (((index + 1) * EVERY - 1) % articles);
}
