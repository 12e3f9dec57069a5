import { type RawBuilder, sql } from "kysely";
import { State } from "../../domain/inventory-states.ts";

/** In SQL: `inventory as v` is neither Closed nor Cancelled. */
export const isOpen = sql<boolean>`v.inventoryStateId NOT IN (${sql.lit(State.Closed)}, ${sql.lit(State.Cancelled)})`;

/** In SQL: how many counts of open inventories `deviceToken as d` has said that it still holds. */
export const pendingOfDevice = sql<number>`(SELECT ifnull(sum(t.pending), 0) FROM ${sql.table("countingTerminal")} t
  JOIN ${sql.table("inventory")} v ON v.oid = t.inventoryId
  WHERE t.terminal = 'device ' || d.oid AND v.tenantId = d.tenantId AND ${isOpen})`;

/** Who was logged in where `countOperation as o` was sent; null: nobody, the shared terminal sent it by itself. */
export const senderId = () => sql<number | null>`iif(o.isByTerminal = 1, NULL, o.senderId)`;

/**
 * True where the operation `o`, of a code that nobody knows, was taken back, or takes back: one that says so of the same code
 * at the same place does not come before it. It stays in the list of operations; no report names the code for it.
 */
export function isRetracted(): RawBuilder<boolean> {
  // The code may be known by the time it is taken back; what came late is not applied, and takes nothing back.
  return sql<boolean>`EXISTS (
    SELECT 1 FROM ${sql.table("countOperation")} AS b
    WHERE b.inventoryId = o.inventoryId AND b.code = o.code AND b.code IS NOT NULL AND b.locationId IS o.locationId
      AND json_type(b.entered, '$.inventoryQuantity') = 'null' AND ifnull(b.entered ->> '$.isFound', 0) = 0
      AND b.state <> 'late' AND (b.at, b.operationId) >= (o.at, o.operationId))`;
}
