import { hasArticle } from "../../articles/article.ts";
import { isInCatalogue, ReferenceChecks } from "../../catalogue/catalogue.ts";
import {
  afterOperation,
  type Count,
  type CountState,
  NOT_COUNTED,
  type Operation,
} from "../../domain/counting/fold.ts";
import { Conflict, Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { hasLocation } from "../../locations/location.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { assertInProgress, type InventoryRecord } from "../inventory.ts";
import { addUnexpectedItem, type ItemRecord } from "../items/item.ts";
import * as store from "../items/store.ts";
import * as operations from "./store.ts";

/**
 * Counts an item and appends the operation to its history. A quantity alone decides whether the item is found; null retracts
 * the count. Throws Invalid for unknown references, WrongState unless the inventory is In progress.
 */
export function countItem(tx: Tx, principal: Principal, item: ItemRecord, count: Count): void {
  const { tenantId } = item;
  new ReferenceChecks()
    .check("inventoryLocationId", count.inventoryLocationId, (id) => hasLocation(tx, tenantId, id))
    .check("disposalMethodId", count.disposalMethodId, (id) =>
      isInCatalogue(tx, "articleDisposalMethod", id, tenantId),
    )
    .check("disposalReasonId", count.disposalReasonId, (id) =>
      isInCatalogue(tx, "articleDisposalReason", id, tenantId),
    )
    .assertValid();
  assertInProgress(item.inventoryStateId);
  appendOperation(tx, principal, item, store.countStateOf(item), "update", count);
}

/** Marks the item for recount, until the next count. The inventory's state must be checked before. */
export function requestRecount(tx: Tx, principal: Principal, item: ItemRecord): void {
  appendOperation(tx, principal, item, store.countStateOf(item), "recount", {});
}

/** Removes the mark for recount: the later count stands. The inventory's state must be checked before. */
export function settleRecount(tx: Tx, principal: Principal, item: ItemRecord): void {
  appendOperation(tx, principal, item, store.countStateOf(item), "settle", {});
}

/** Appends an operation made now, and saves the new state of the item. Its id sorts after others of the same time. */
function appendOperation(
  tx: Tx,
  principal: Principal,
  item: Pick<ItemRecord, "oid" | "inventoryId">,
  state: CountState,
  kind: Operation["kind"],
  entered: Count,
): void {
  const { tenantId, userId, deviceTokenId } = principal;
  const operation = {
    operationId: `server-${String(tx.change).padStart(15, "0")}-${item.oid}`,
    kind,
    entered,
    at: tx.now,
    userId,
    terminal: terminalOf(principal),
    change: tx.change,
    // It refers to the current state on the server.
    seen: null,
  };
  const next = afterOperation(state, operation);
  store.saveState(tx, { tenantId, oid: item.oid }, next);
  operations.insert.run(tx, {
    ...operation,
    entered: JSON.stringify(entered),
    tenantId,
    inventoryId: item.inventoryId,
    state: "applied",
    itemId: item.oid,
    code: null,
    locationId: null,
    isExtra: 0,
    receivedDT: tx.now,
    senderId: userId,
    isByTerminal: 0,
    deviceTokenId,
    content: null,
    change: tx.change,
    receipt: "{}",
  });
}

/** The counting terminal: the device if there is one, otherwise the user. */
export function terminalOf({ userId, deviceTokenId }: Pick<Principal, "userId" | "deviceTokenId">): string {
  return deviceTokenId === null ? `user ${userId}` : `device ${deviceTokenId}`;
}

/** An article found where it was not expected. */
interface UnexpectedArticle {
  readonly articleId: number;
  readonly inventoryQuantity: number;
  readonly inventoryLocationId: number | null;
  readonly note: string | null;
}

/**
 * Adds and counts an unexpected item; returns its oid. Throws Invalid for unknown references or without a location,
 * WrongState unless In progress, Conflict if the article is already listed at the location.
 */
export function countUnexpected(
  tx: Tx,
  principal: Principal,
  inventory: InventoryRecord,
  found: UnexpectedArticle,
): number {
  const { tenantId } = principal;
  new ReferenceChecks()
    .check("articleId", found.articleId, (id) => hasArticle(tx, tenantId, id))
    .check("inventoryLocationId", found.inventoryLocationId, (id) => hasLocation(tx, tenantId, id))
    .assertValid();
  const locationId = found.inventoryLocationId ?? inventory.locationId;
  if (locationId === null) {
    throw Invalid.field("inventoryLocationId", msg("is required: the stocktake has no location of its own"));
  }
  assertInProgress(inventory.inventoryStateId);
  const key = { inventoryId: inventory.oid, articleId: found.articleId, locationId };
  if (store.itemAtLocation.first(tx, key) !== null) {
    throw new Conflict(msg("This article is already listed at this location. Count that item."));
  }
  const oid = addUnexpectedItem(tx, {
    tenantId,
    inventoryId: inventory.oid,
    articleId: found.articleId,
    foundAtLocationId: locationId,
  });
  appendOperation(tx, principal, { oid, inventoryId: inventory.oid }, NOT_COUNTED, "update", {
    inventoryQuantity: found.inventoryQuantity,
    inventoryLocationId: locationId,
    isFound: true,
    note: found.note,
  });
  return oid;
}
