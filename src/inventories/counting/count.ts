import { hasArticle } from "../../articles/article.ts";
import { isInCatalogue, References } from "../../catalogue/catalogue.ts";
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
import { demandInProgress, type InventoryRecord } from "../inventory.ts";
import { addUnexpectedItem, type ItemRecord } from "../items/item.ts";
import * as store from "../items/store.ts";
import * as operations from "./store.ts";

/**
 * Takes a count, and keeps it as an operation of the item's history. A quantity alone says whether the item was found; null
 * takes the count back. Throws Invalid on references, WrongState unless the inventory is in progress.
 */
export function countItem(tx: Tx, caller: Principal, item: ItemRecord, count: Count): void {
  const { tenantId } = item;
  new References()
    .check("inventoryLocationId", count.inventoryLocationId, (id) => hasLocation(tx, tenantId, id))
    .check("disposalMethodId", count.disposalMethodId, (id) =>
      isInCatalogue(tx, "articleDisposalMethod", id, tenantId),
    )
    .check("disposalReasonId", count.disposalReasonId, (id) =>
      isInCatalogue(tx, "articleDisposalReason", id, tenantId),
    )
    .demand();
  demandInProgress(item.inventoryStateId);
  appendOperation(tx, caller, item, store.countStateOf(item), "update", count);
}

/** A Manager wants the item counted again: it is marked until somebody does. Whether the state permits it is looked at before. */
export function requestRecount(tx: Tx, caller: Principal, item: ItemRecord): void {
  appendOperation(tx, caller, item, store.countStateOf(item), "recount", {});
}

/** A Manager decides that the later count stands: the mark goes. Whether the state permits it is looked at before. */
export function settleRecount(tx: Tx, caller: Principal, item: ItemRecord): void {
  appendOperation(tx, caller, item, store.countStateOf(item), "settle", {});
}

/**
 * Keeps what somebody has just said of an item, and what follows from it. It is the newest that is known of it: its time
 * is now, and its id comes after those of the same time.
 */
function appendOperation(
  tx: Tx,
  caller: Principal,
  item: Pick<ItemRecord, "oid" | "inventoryId">,
  state: CountState,
  kind: Operation["kind"],
  entered: Count,
): void {
  const { tenantId, userId, deviceTokenId } = caller;
  const operation = {
    operationId: `server-${String(tx.change).padStart(15, "0")}-${item.oid}`,
    kind,
    entered,
    at: tx.now,
    userId,
    terminal: terminalOf(caller),
    change: tx.change,
    // It is said of the item as the server shows it now.
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

/** Who counts: the device where there is one, else the person. */
export function terminalOf({ userId, deviceTokenId }: Pick<Principal, "userId" | "deviceTokenId">): string {
  return deviceTokenId === null ? `user ${userId}` : `device ${deviceTokenId}`;
}

/** An article that nobody expected. */
export interface UnexpectedArticle {
  readonly articleId: number;
  readonly inventoryQuantity: number;
  readonly inventoryLocationId: number | null;
  readonly note: string | null;
}

/**
 * Adds an article that was found but not expected; gives the item's oid. Throws Invalid on references or without any
 * place, WrongState, Conflict where it is expected or was found already.
 */
export function countUnexpected(
  tx: Tx,
  caller: Principal,
  inventory: InventoryRecord,
  found: UnexpectedArticle,
): number {
  const { tenantId } = caller;
  new References()
    .check("articleId", found.articleId, (id) => hasArticle(tx, tenantId, id))
    .check("inventoryLocationId", found.inventoryLocationId, (id) => hasLocation(tx, tenantId, id))
    .demand();
  const locationId = found.inventoryLocationId ?? inventory.locationId;
  if (locationId === null) {
    throw Invalid.field(
      "inventoryLocationId",
      msg(
        "is required: the inventory has no location of its own",
        "je povinné: inventura nemá vlastní umístění",
      ),
    );
  }
  demandInProgress(inventory.inventoryStateId);
  const place = { inventoryId: inventory.oid, articleId: found.articleId, locationId };
  if (store.atPlace.first(tx, place) !== null) {
    throw new Conflict(
      msg(
        "This article is already listed at this location. Count that item.",
        "Tento artikl už v tomto umístění je. Počítejte tuto položku.",
      ),
    );
  }
  const oid = addUnexpectedItem(tx, {
    tenantId,
    inventoryId: inventory.oid,
    articleId: found.articleId,
    foundAtLocationId: locationId,
  });
  appendOperation(tx, caller, { oid, inventoryId: inventory.oid }, NOT_COUNTED, "update", {
    inventoryQuantity: found.inventoryQuantity,
    inventoryLocationId: locationId,
    isFound: true,
    note: found.note,
  });
  return oid;
}
