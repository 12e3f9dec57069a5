import { sql } from "kysely";
import { State } from "../../domain/inventory-states.ts";

/** In SQL: `inventory as v` is neither Closed nor Cancelled. */
export const isOpen = sql<boolean>`v.inventoryStateId NOT IN (${sql.lit(State.Closed)}, ${sql.lit(State.Cancelled)})`;

/** In SQL: how many counts of open inventories `deviceToken as d` has said that it still holds. */
export const pendingOfDevice = sql<number>`(SELECT ifnull(sum(t.pending), 0) FROM ${sql.table("countingTerminal")} t
  JOIN ${sql.table("inventory")} v ON v.oid = t.inventoryId
  WHERE t.terminal = 'device ' || d.oid AND v.tenantId = d.tenantId AND ${isOpen})`;
