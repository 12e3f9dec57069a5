import { sql } from "kysely";
import { Invalid, WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import type { PhotoSubject } from "../../photos/photo.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { keptUntil } from "../frame/retention.ts";
import { assertIdle, assertOpen } from "../inventory.ts";
import { findItem } from "../items/item.ts";

// Items and count operations as subjects of photos.

/** A count operation by its UUID, and the state of its inventory. */
const operationByUuid = statement((p: { tenantId: number; operationId: string }) =>
  sqlite
    .selectFrom("countOperation as o")
    .innerJoin("inventory as v", "v.oid", "o.inventoryId")
    .select(["o.oid", "o.itemId", "v.inventoryStateId"])
    .where("o.tenantId", "=", p.tenantId)
    .where("o.operationId", "=", p.operationId),
);
/** The inventory of a photo; none for photos of articles. */
const inventoryOfSubject = statement(
  (p: { inventoryItemId: number | null; countOperationId: number | null }) =>
    sqlite
      .selectFrom("inventory as v")
      .selectAll("v")
      .where(
        "v.oid",
        "=",
        sql<number>`ifnull((SELECT inventoryId FROM inventoryItem WHERE oid = ${p.inventoryItemId}), (SELECT inventoryId FROM countOperation WHERE oid = ${p.countOperationId}))`,
      ),
);

/** The item as a subject. Throws Invalid for an unknown item, WrongState if its inventory is Closed, Cancelled or being prepared. */
export function itemSubject(db: Db, tenantId: number, inventoryItemId: number): PhotoSubject {
  const item = findItem(db, tenantId, inventoryItemId);
  if (item === null) throw Invalid.field("inventoryItemId", msg("refers to no existing item"));
  assertOpen(item.inventoryStateId);
  // A preparation or a choice of stock removes items: its own when it is cancelled, else those of an earlier one.
  assertIdle(db, { tenantId, oid: item.inventoryId }, ["prepare", "choose"]);
  return { inventoryItemId };
}

/**
 * The unknown code of a count operation as a subject. Throws Invalid for an unknown operation, WrongState if its inventory is
 * Closed or Cancelled, or its code is known.
 */
export function unknownCodeSubject(db: Db, tenantId: number, operationId: string): PhotoSubject {
  const operation = findOperation(db, tenantId, operationId);
  if (operation === null) throw Invalid.field("operationId", msg("refers to no existing operation"));
  assertOpen(operation.inventoryStateId);
  // A late operation has no item yet either, with a known code or not.
  if (operation.itemId !== null) {
    throw new WrongState(msg("The code of this operation is known. Add the photo to its item."));
  }
  return { countOperationId: operation.oid };
}

/** The count operation with this UUID in the tenant, or null. */
export function findOperation(db: Db, tenantId: number, operationId: string) {
  return operationByUuid.first(db, { tenantId, operationId });
}

/**
 * Throws WrongState if the inventory of the photo's subject is Closed, naming the day until which it is kept, or Cancelled. Photos of
 * articles have none.
 */
export function assertOpenSubject(
  db: Db,
  photo: { readonly inventoryItemId: number | null; readonly countOperationId: number | null },
  timeZone: string,
): void {
  const inventory = inventoryOfSubject.first(db, photo);
  if (inventory === null) return;
  const day = inventory.inventoryStateId === State.Closed ? keptUntil(db, inventory, timeZone) : null;
  if (day !== null)
    throw new WrongState(
      msg("The stocktake is closed. Its record and photos are kept until {day}.", { day }),
    );
  assertOpen(inventory.inventoryStateId);
}
