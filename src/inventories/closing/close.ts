import { settle } from "../../domain/closing/settle.ts";
import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { TRANSITIONS } from "../../domain/transitions.ts";
import { proposeDisposal } from "../../requests/disposal.ts";
import { setQuantity, stockOf } from "../../stock/stock.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { demandState, type InventoryRecord } from "../inventory.ts";
import { assertUnchanged } from "../items/precondition.ts";
import { saveNames } from "../report/names.ts";
import { setState } from "../store.ts";
import * as store from "./store.ts";

/**
 * Closes an inventory: applies places, quantities and disposal proposals to the articles, as one transaction. Throws
 * WrongState from other states, and where it must be approved and is not; Stale where an item has changed after `seenTo`
 * (seen.ts). For a thread: it may take seconds.
 */
export function closeInventory(
  tx: Tx,
  inventory: InventoryRecord,
  { caller, seenTo }: { readonly caller: Principal; readonly seenTo: number | null },
  tell: (done: number) => void,
): void {
  const { tenantId, oid: inventoryId } = inventory;
  demandState(inventory.inventoryStateId, TRANSITIONS.close.from);
  const newest = store.newestItem.first(tx, { tenantId, inventoryId });
  if (newest !== null) assertUnchanged(newest, seenTo);
  if (inventory.mustBeApproved === 1 && inventory.isApproved === 0) {
    throw new WrongState(
      msg(
        "The inventory must be approved before it is closed.",
        "Inventuru je třeba před uzavřením schválit.",
      ),
    );
  }
  saveNames(tx, inventory);
  // Before any stock moves: what moves by it marks the items of other inventories, never its own.
  setState(tx, inventory, TRANSITIONS.close.to, caller.userId);
  tx.cause(`inventory ${inventory.oid}`);
  settleStock(tx, inventory, tell);
  proposeDisposals(tx, inventory, caller, tell);
}

function settleStock(tx: Tx, inventory: InventoryRecord, tell: (articlesSettled: number) => void): void {
  const { tenantId, oid: inventoryId } = inventory;
  const articles = store.articles.all(tx, { tenantId, inventoryId });
  for (const [settled, { articleId }] of articles.entries()) {
    settleArticle(tx, tenantId, inventoryId, articleId);
    tell(settled + 1);
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

/** In the name of who counted; one waiting proposal an article is enough, and none of what is disposed of already. */
function proposeDisposals(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  caller: Principal,
  tell: (proposed: number) => void,
): void {
  const proposed = store.disposals.all(tx, { tenantId, inventoryId });
  for (const [made, { oid, countedBy, ...disposal }] of proposed.entries()) {
    const by = { tenantId, userId: countedBy ?? caller.userId };
    proposeDisposal(tx, by, { ...disposal, inventoryItemId: oid });
    tell(made + 1);
  }
}
