import type { Db } from "../storage/database/statement.ts";
import { accuracySince } from "./accuracy-store.ts";
import { InventoryAccuracy } from "./shapes.ts";

/** The accuracy that the tenant's closed inventories have found, oldest first; at most the last 1000. */
export function listAccuracy(db: Db, tenantId: number): readonly InventoryAccuracy[] {
  return accuracySince
    .all(db, { tenantId, since: "" })
    .map(({ json }) => InventoryAccuracy.parse(JSON.parse(json)));
}
