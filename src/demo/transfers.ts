import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { ownArticle, roomOf } from "./articles.ts";
import { LAST_ROOM } from "./locations.ts";
import { principalOf } from "./people.ts";

// Written as they ended, without the moves that would have led there: so the statement is here.

const REQUESTER = principalOf(3);

type Flags = { isConfirmed: 0 | 1; isRejected: 0 | 1; deleted: 0 | 1 };
const OPEN: Flags = { isConfirmed: 0, isRejected: 0, deleted: 0 };
/** Those of user 3, in the order of their ids. */
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

/** Adds the transfers of user 3: two open, one confirmed, one rejected, one deleted. None where there are no articles. */
export function addTransfers(tx: Tx, articles: number): void {
  if (articles === 0) return;
  const { tenantId, userId } = REQUESTER;
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
