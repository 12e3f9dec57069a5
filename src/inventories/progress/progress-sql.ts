import { sql } from "kysely";
import { sqlite, withoutIndex } from "../../storage/database/statement.ts";
import type { OfInventory } from "../inventory.ts";

// SQL of the progress of a count. It reads every item: for the reader thread.

/** The items of an inventory, as `i`. */
export const itemsOf = ({ tenantId, inventoryId }: OfInventory) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .where(withoutIndex("i.tenantId"), "=", tenantId)
    .where("i.inventoryId", "=", inventoryId);

export const count = (condition: string) => sql<number>`count(*) FILTER (WHERE ${sql.raw(condition)})`;

export const COUNTED = "i.isUnexpected = 0 AND (i.inventoryQuantity IS NOT NULL OR i.isFound = 1)";
/** True for a counted expected item. Found without a quantity is counted too. */
export const isCounted = () => sql<boolean>`(${sql.raw(COUNTED)})`;

/** The figures of the items `i`. */
export const figures = () => ({
  total: count("i.isUnexpected = 0"),
  counted: count(COUNTED),
  found: count("i.isUnexpected = 0 AND i.isFound = 1"),
  missing: count("i.isUnexpected = 0 AND i.inventoryQuantity IS NOT NULL AND i.isFound = 0"),
  unexpected: count("i.isUnexpected = 1 AND i.isFound = 1"),
});
