import type { Flag } from "../storage/database/schema/columns.ts";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";

export const insert = statement(
  (p: {
    tenantId: number;
    name: string;
    nameFolded: string;
    isClosed: Flag;
    isApproved: Flag;
    mustBeApproved: Flag;
    isBlind: Flag;
    locationId: number | null;
    inventoryStateId: number;
    change: number;
  }) =>
    sqlite.insertInto("inventory").values({
      tenantId: p.tenantId,
      name: p.name,
      nameFolded: p.nameFolded,
      isClosed: p.isClosed,
      isApproved: p.isApproved,
      mustBeApproved: p.mustBeApproved,
      isBlind: p.isBlind,
      locationId: p.locationId,
      inventoryStateId: p.inventoryStateId,
      change: p.change,
    }),
);

export const update = statement(
  (p: {
    tenantId: number;
    oid: number;
    name: string;
    nameFolded: string;
    mustBeApproved: Flag;
    isBlind: Flag;
    locationId: number | null;
    change: number;
  }) =>
    sqlite
      .updateTable("inventory")
      .set({
        name: p.name,
        nameFolded: p.nameFolded,
        mustBeApproved: p.mustBeApproved,
        isBlind: p.isBlind,
        locationId: p.locationId,
        change: p.change,
      })
      .where("oid", "=", p.oid)
      .where("tenantId", "=", p.tenantId),
);

/** The selected locations of an inventory, by id. */
export const selectedLocations = statement((p: { tenantId: number; inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryLocation")
    .where("tenantId", "=", p.tenantId)
    .where("inventoryId", "=", p.inventoryId)
    .orderBy("locationId")
    .select("locationId"),
);
const insertLocation = statement((p: { tenantId: number; inventoryId: number; locationId: number }) =>
  sqlite
    .insertInto("inventoryLocation")
    .values({ inventoryId: p.inventoryId, locationId: p.locationId, tenantId: p.tenantId }),
);
const deleteLocation = statement((p: { tenantId: number; inventoryId: number; locationId: number }) =>
  sqlite
    .deleteFrom("inventoryLocation")
    .where("tenantId", "=", p.tenantId)
    .where("inventoryId", "=", p.inventoryId)
    .where("locationId", "=", p.locationId),
);

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
