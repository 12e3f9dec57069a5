import type { Tx } from "../storage/database/statement.ts";
import { insertInto } from "../storage/database/table-statements.ts";
import { ownArticle, roomOf } from "./articles.ts";
import { LAST_ROOM } from "./locations.ts";
import { principalOf } from "./people.ts";

// The records are inserted in their final state, without the decisions before it. So this file has its own statement.

const REQUESTER = principalOf(3);

/** States of the transfers of user 3, in the order of their ids. */
export const TRANSFERS = ["open", "open", "confirmed", "rejected", "deleted"] as const;

const insertTransfer = insertInto("articleTransfer", [
  "tenantId",
  "articleId",
  "userId",
  "targetLocationId",
  "state",
  "createdDT",
  "change",
]);

/** Adds the transfer requests of user 3: two open, one confirmed, one rejected, one deleted. None without articles. */
export function addTransfers(tx: Tx, articles: number): void {
  if (articles === 0) return;
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
