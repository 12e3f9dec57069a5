import type { Caller } from "../access/caller.ts";
import { hasArticle } from "../articles/article.ts";
import { isInCatalogue, References } from "../catalogue/catalogue.ts";
import { Conflict, Invalid } from "../errors.ts";
import { hasLocation } from "../locations/location.ts";
import type { Db, Tx } from "../storage/statement.ts";
import { say } from "../words.ts";
import { demandInProgress, type InventoryRecord } from "./inventory.ts";
import * as store from "./item-store.ts";

/** What a terminal says about an item; an absent property keeps what is stored. */
export interface Count {
  readonly inventoryQuantity?: number | null | undefined;
  readonly inventoryLocationId?: number | null | undefined;
  readonly isFound?: boolean | undefined;
  readonly isDisposal?: boolean | undefined;
  readonly disposalMethodId?: number | null | undefined;
  readonly disposalReasonId?: number | null | undefined;
  readonly note?: string | null | undefined;
}

export type ItemRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The item of this id in the tenant, or null. */
export function findItem(db: Db, tenantId: number, oid: number): ItemRecord | null {
  return store.record.first(db, { tenantId, oid });
}

/**
 * Takes a count, and keeps it as a row of the item's history. A quantity alone says whether the item was found; null
 * takes the count back. Throws Invalid on references, WrongState unless the inventory is in progress.
 */
export function countItem(tx: Tx, caller: Caller, item: ItemRecord, count: Count): void {
  const { tenantId, oid } = item;
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
  const counted: store.Counted = {
    inventoryQuantity: kept(count.inventoryQuantity, item.inventoryQuantity),
    inventoryLocationId: kept(count.inventoryLocationId, item.inventoryLocationId),
    isFound: isFound(count, item.isFound),
    isDisposal: count.isDisposal === undefined ? item.isDisposal : count.isDisposal ? 1 : 0,
    disposalMethodId: kept(count.disposalMethodId, item.disposalMethodId),
    disposalReasonId: kept(count.disposalReasonId, item.disposalReasonId),
    note: kept(count.note, item.note),
  };
  store.setCounted.run(tx, { ...counted, tenantId, oid, change: tx.change });
  writeHistory(tx, caller, oid, item, counted);
}

const kept = <T>(given: T | undefined, stored: T): T => (given === undefined ? stored : given);

function isFound({ isFound, inventoryQuantity }: Count, stored: 0 | 1): 0 | 1 {
  if (isFound !== undefined) return isFound ? 1 : 0;
  if (inventoryQuantity === undefined) return stored;
  return inventoryQuantity !== null && inventoryQuantity > 0 ? 1 : 0;
}

const COUNTED = [
  "inventoryQuantity",
  "inventoryLocationId",
  "isFound",
  "isDisposal",
  "disposalMethodId",
  "disposalReasonId",
  "note",
] as const;

function writeHistory(
  tx: Tx,
  caller: Caller,
  itemId: number,
  old: store.Counted,
  counted: store.Counted,
): void {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const field of COUNTED) {
    if (old[field] === counted[field]) continue;
    const isFlag = field === "isFound" || field === "isDisposal";
    before[field] = isFlag ? old[field] === 1 : old[field];
    after[field] = isFlag ? counted[field] === 1 : counted[field];
  }
  store.insertHistory.run(tx, {
    tenantId: caller.tenantId,
    itemId,
    at: tx.now,
    userId: caller.userId,
    deviceTokenId: caller.deviceTokenId,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  });
}

/** An article that nobody expected. */
export interface FoundArticle {
  readonly articleId: number;
  readonly inventoryQuantity: number;
  readonly inventoryLocationId: number | null;
  readonly note: string | null;
}

/**
 * Adds an article that was found but not expected; gives the item's oid. Throws Invalid on references or without any
 * place, WrongState, Conflict where it is expected or was found already.
 */
export function addFound(tx: Tx, caller: Caller, inventory: InventoryRecord, found: FoundArticle): number {
  const { tenantId } = caller;
  new References()
    .check("articleId", found.articleId, (id) => hasArticle(tx, tenantId, id))
    .check("inventoryLocationId", found.inventoryLocationId, (id) => hasLocation(tx, tenantId, id))
    .demand();
  const locationId = found.inventoryLocationId ?? inventory.locationId;
  if (locationId === null) {
    throw Invalid.field(
      "inventoryLocationId",
      say("is required: the inventory has no place of its own", "je povinné: inventura nemá vlastní místo"),
    );
  }
  demandInProgress(inventory.inventoryStateId);
  const place = { inventoryId: inventory.oid, articleId: found.articleId, locationId };
  if (store.atPlace.first(tx, place) !== null) {
    throw new Conflict(
      say(
        "This article is expected or was already found at this place; count that item.",
        "Tento artikl se na tomto místě čeká nebo už byl nalezen; počítejte tuto položku.",
      ),
    );
  }
  const oid = store.insert.run(tx, {
    tenantId,
    inventoryId: inventory.oid,
    articleId: found.articleId,
    locationId: null,
    inventoryLocationId: locationId,
    quantity: 0,
    inventoryQuantity: found.inventoryQuantity,
    isFound: 1,
    isUnexpected: 1,
    note: found.note,
    change: tx.change,
  }).oid;
  const { inventoryQuantity, note } = found;
  const counted = {
    ...NOTHING,
    inventoryQuantity,
    inventoryLocationId: locationId,
    isFound: 1,
    note,
  } as const;
  writeHistory(tx, caller, oid, NOTHING, counted);
  return oid;
}

const NOTHING: store.Counted = {
  inventoryQuantity: null,
  inventoryLocationId: null,
  isFound: 0,
  isDisposal: 0,
  disposalMethodId: null,
  disposalReasonId: null,
  note: null,
};
