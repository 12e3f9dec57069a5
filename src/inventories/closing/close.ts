import { settle } from "../../domain/closing/settle.ts";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { proposeDisposal } from "../../requests/disposal.ts";
import { setQuantity, stockOf } from "../../stock/stock.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { assertUnchanged } from "../items/precondition.ts";
import * as store from "./store.ts";

/** Throws WrongState if a required approval is missing, PreconditionFailed if an item changed after `unchangedSince`. */
export function assertClosable(tx: Tx, inventory: InventoryRecord, unchangedSince: number | null): void {
  const { tenantId, oid: inventoryId } = inventory;
  const newest = store.newestItem.first(tx, { tenantId, inventoryId });
  if (newest !== null) assertUnchanged(newest, unchangedSince);
  if (inventory.mustBeApproved === 1 && inventory.isApproved === 0) {
    throw new WrongState(
      msg(
        "The stocktake must be approved before it is closed.",
        "Inventuru je třeba před uzavřením schválit.",
      ),
    );
  }
}

interface Context {
  readonly principal: Principal;
  readonly onProgress: (done: number) => void;
}

/** Applies locations, quantities and disposal requests of a closed inventory to the articles. Takes seconds: for a worker. */
export function applyResults(tx: Tx, inventory: InventoryRecord, { principal, onProgress }: Context): void {
  tx.setCause(`inventory ${inventory.oid}`);
  settleStock(tx, inventory, onProgress);
  proposeDisposals(tx, inventory, principal, onProgress);
}

function settleStock(
  tx: Tx,
  inventory: InventoryRecord,
  onProgress: (articlesSettled: number) => void,
): void {
  const { tenantId, oid: inventoryId } = inventory;
  const articles = store.articles.all(tx, { tenantId, inventoryId });
  for (const [settled, { articleId }] of articles.entries()) {
    settleArticle(tx, tenantId, inventoryId, articleId);
    onProgress(settled + 1);
  }
}

function settleArticle(tx: Tx, tenantId: number, inventoryId: number, articleId: number): void {
  const article = { tenantId, articleId };
  const recorded = new Map(stockOf(tx, article).map(({ locationId, quantity }) => [locationId, quantity]));
  const items = store.itemsOfArticle.all(tx, { tenantId, inventoryId, articleId });
  for (const [locationId, quantity] of settle(items, recorded)) {
    if (quantity !== recorded.get(locationId)) setQuantity(tx, { ...article, locationId }, quantity);
  }
}

/** Requests disposals in the name of the counter. Skips articles with a pending request and disposed articles. */
function proposeDisposals(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  principal: Principal,
  onProgress: (proposed: number) => void,
): void {
  const proposed = store.disposals.all(tx, { tenantId, inventoryId });
  for (const [index, { oid, countedBy, ...disposal }] of proposed.entries()) {
    const by = { tenantId, userId: countedBy ?? principal.userId };
    proposeDisposal(tx, by, { ...disposal, inventoryItemId: oid });
    onProgress(index + 1);
  }
}
