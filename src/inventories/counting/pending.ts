import type { Db } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import * as store from "./store.ts";

/** The operations of an inventory that terminals still hold, by their last reports. */
export function countPending(db: Db, { oid: inventoryId }: Pick<InventoryRecord, "oid">): number {
  return store.pendingNumber.first(db, { inventoryId })?.pending ?? 0;
}
