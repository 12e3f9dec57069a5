import { inventories } from "../../../offline/sync/inventories.ts";
import { goBack } from "../../../router/router.ts";
import { useScans } from "../../../scanner/use-scans.ts";
import type { Spot } from "../scan.ts";
import { takeScan } from "./scanning.ts";

/** The spot in a screen's address. */
export function spotOf(values: Readonly<Record<string, string>>): Spot {
  return { inventoryId: Number(values["inventory"]), placeId: Number(values["place"]) };
}

/**
 * Counts scans on a screen above the count, and returns to the count, unless `before` resolves to false.
 * `before` can save the screen's input.
 */
export function useSpotScans(spot: Spot, before: () => Promise<boolean> = async () => true): void {
  useScans(async (scan) => {
    const inventory = inventories.value.find(({ oid }) => oid === spot.inventoryId);
    if (inventory === undefined) throw new Error("the stocktake is not kept here");
    const mayLeave = await before();
    await takeScan(scan, inventory, spot);
    const isStillHere = location.hash.startsWith(`#/count/${spot.inventoryId}/${spot.placeId}/`);
    if (mayLeave && isStillHere) goBack();
  });
}
