import { sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, updateTable } from "../storage/database/table-statements.ts";

export const insert = insertInto("inventory", [
  "tenantId",
  "name",
  "nameFolded",
  "isClosed",
  "isApproved",
  "mustBeApproved",
  "isBlind",
  "locationId",
  "inventoryStateId",
  "change",
]);

export const update = updateTable("inventory", {
  set: ["name", "nameFolded", "mustBeApproved", "isBlind", "locationId", "change"],
  where: ["oid", "tenantId"],
});

/** The selected locations of an inventory, by id. */
export const selectedLocations = statement((p: { tenantId: number; inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryLocation")
    .where("tenantId", "=", p.tenantId)
    .where("inventoryId", "=", p.inventoryId)
    .orderBy("locationId")
    .select("locationId"),
);
const insertLocation = insertInto("inventoryLocation", ["inventoryId", "locationId", "tenantId"]);
const deleteLocation = deleteFrom("inventoryLocation", ["tenantId", "inventoryId", "locationId"]);

/** Replaces the selected locations of an inventory. Duplicates are ignored. */
export function setLocations(
  tx: Tx,
  tenantId: number,
  inventoryId: number,
  locationIds: readonly number[],
): void {
  const added = new Set(locationIds);
  for (const { locationId } of selectedLocations.all(tx, { tenantId, inventoryId })) {
    if (!added.delete(locationId)) deleteLocation.run(tx, { tenantId, inventoryId, locationId });
  }
  for (const locationId of added) insertLocation.run(tx, { tenantId, inventoryId, locationId });
}
