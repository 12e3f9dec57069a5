import { State } from "../../../../domain/inventory-states.ts";
import type { StoredInventory, StoredLocation } from "../../../db/reference-shapes.ts";
import { childrenOf, isWithin, places, placesByScan, walkingOrder } from "../../../offline/sync/locations.ts";
import type { Scan } from "../../../scanner/meaning.ts";

/** The place is one that the inventory counts. */
export function isOf({ locationIds }: StoredInventory, placeId: number): boolean {
  return locationIds.length === 0 || isWithin(placeId, locationIds);
}

/** Where the tree of an inventory begins: its chosen places in the walking order, else the top of all. */
export function rootsOf({ locationIds }: StoredInventory): readonly StoredLocation[] {
  if (locationIds.length === 0) return childrenOf(null);
  const known = places.value;
  const chosen = locationIds.filter(
    (id) => !locationIds.some((other) => other !== id && isWithin(id, [other])),
  );
  const walked = (id: number) => walkingOrder.value.get(id) ?? Number.MAX_SAFE_INTEGER;
  return chosen
    .sort((a, b) => walked(a) - walked(b))
    .map((id) => known.get(id))
    .filter((place): place is StoredLocation => place !== undefined);
}

/** The only place of an inventory that has one. */
export function onlyPlace(inventory: StoredInventory): StoredLocation | null {
  const [first, second] = rootsOf(inventory);
  if (first === undefined || second !== undefined || childrenOf(first.oid).length > 0) return null;
  return inventory.locationIds.length === 0 ? null : first;
}

/** The places whose label was scanned. */
export function scannedPlaces({ candidates }: Scan): readonly StoredLocation[] {
  return candidates.map(placesByScan).find((found) => found.length > 0) ?? [];
}

/** Terminals may count in it now. */
export const isRunning = ({ inventoryStateId }: StoredInventory) => inventoryStateId === State.InProgress;
