import { Invalid } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import type { Method } from "../../domain/stocktakes/frame.ts";
import { sqlite, statement, type Tx, withoutIndex } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import { assertIdle, assertState, type InventoryRecord } from "../inventory.ts";
import { revokeApproval } from "../items/approve.ts";
import { assertUnchanged } from "../items/precondition.ts";
import { piecesFound } from "../items/second-count-sql.ts";

/**
 * Says how counted items were found; null: by the method of the stocktake. Another method revokes the approval. Another count of an item takes it back. Throws WrongState unless
 * the inventory is counted or processed, and idle; Invalid (`itemIds`) where an item is not of the inventory, or was not counted;
 * PreconditionFailed where one has a change after `unchangedSince` (null: no condition).
 */
export function setItemMethod(
  tx: Tx,
  inventory: InventoryRecord,
  itemIds: readonly number[],
  method: Method | null,
  unchangedSince: number | null,
): void {
  const { tenantId, oid: inventoryId } = inventory;
  assertIdle(tx, inventory);
  assertState(inventory.inventoryStateId, [State.Finished, State.Processing]);
  for (const [index, oid] of itemIds.entries()) {
    const item = counted.first(tx, { tenantId, inventoryId, oid });
    if (item === null) throw Invalid.field(`itemIds.${index}`, msg("is not an item of this stocktake"));
    assertUnchanged(item, unchangedSince);
    if (item.found === null) throw Invalid.field(`itemIds.${index}`, msg("was not counted"));
    if (item.method === method) continue;
    update.run(tx, { tenantId, oid, method, change: tx.change });
    revokeApproval(tx, { tenantId, oid, inventoryId });
  }
}

const counted = statement((p: { tenantId: number; inventoryId: number; oid: number }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .where("i.oid", "=", p.oid)
    .where(withoutIndex("i.inventoryId"), "=", p.inventoryId)
    .where(withoutIndex("i.tenantId"), "=", p.tenantId)
    .select(["i.change", "i.method", piecesFound().as("found")]),
);
const update = updateTable("inventoryItem", { set: ["method", "change"], where: ["oid", "tenantId"] });
