import { State } from "../../../../domain/inventory-states.ts";
import type { StoredInventory, StoredLocation } from "../../../db/reference-shapes.ts";
import { childrenOf, isWithin, places, placesByScan, walkingOrder } from "../../../offline/sync/locations.ts";
import type { Scan } from "../../../scanner/meaning.ts";

/** Whether an inventory includes a location. */
export function includesLocation({ locationIds }: StoredInventory, placeId: number): boolean {
  return locationIds.length === 0 || isWithin(placeId, locationIds);
}

/** The roots of an inventory's tree: its chosen locations in the walking order, or all roots. */
export function rootsOf({ locationIds }: StoredInventory): readonly StoredLocation[] {
  if (locationIds.length === 0) return childrenOf(null);
  const known = places.value;
  const chosen = locationIds.filter(
    (id) => !locationIds.some((other) => other !== id && isWithin(id, [other])),
  );
  const positionOf = (id: number) => walkingOrder.value.get(id) ?? Number.MAX_SAFE_INTEGER;
  return chosen
    .sort((a, b) => positionOf(a) - positionOf(b))
    .map((id) => known.get(id))
    .filter((place): place is StoredLocation => place !== undefined);
}

/** The location of an inventory that has only one. */
export function singleLocation(inventory: StoredInventory): StoredLocation | null {
  const [first, second] = rootsOf(inventory);
  if (first === undefined || second !== undefined || childrenOf(first.oid).length > 0) return null;
  return inventory.locationIds.length === 0 ? null : first;
}

/** The locations with the scanned code. */
export function scannedLocations({ candidates }: Scan): readonly StoredLocation[] {
  return candidates.map(placesByScan).find((found) => found.length > 0) ?? [];
}

/** Whether terminals can count in the inventory. */
export const isRunning = ({ inventoryStateId }: StoredInventory) => inventoryStateId === State.InProgress;
