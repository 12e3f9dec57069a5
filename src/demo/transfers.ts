import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { ownArticle, roomOf } from "./articles.ts";
import { LAST_ROOM } from "./locations.ts";
import { principalOf } from "./people.ts";

// The records are inserted in their final state, without the decisions before it. So this file has its own statement.

const REQUESTER = principalOf(3);

type Flags = { isConfirmed: 0 | 1; isRejected: 0 | 1; deleted: 0 | 1 };
const OPEN: Flags = { isConfirmed: 0, isRejected: 0, deleted: 0 };
/** The transfer requests of user 3, in the order of their ids. */
export const TRANSFERS: readonly Flags[] = [
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

/** Adds the transfer requests of user 3: two open, one confirmed, one rejected, one deleted. None without articles. */
export function addTransfers(tx: Tx, articles: number): void {
  if (articles === 0) return;
  const { tenantId, userId } = REQUESTER;
  for (const [index, flags] of TRANSFERS.entries()) {
    const articleId = ownArticle(index, articles);
    // The stock of the confirmed one is at its target.
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
