import { getInventory, getProgressDetails } from "../../api/inventories.ts";
import type { InventoryDetail, InventoryProgressDetails } from "../../api/types/endpoints.d.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** A stocktake, updated by events. */
export function useStocktake(id: string): LiveQuery<InventoryDetail> {
  return useLiveQuery(getInventory({ id: Number(id) }), { follows: ["inventories", "stocktakes"] });
}

/** The detailed progress of a stocktake with the numbers of its pending counts, updated by events. */
export function useProgress(
  inventoryId: number,
  atMostEverySeconds = 0,
): LiveQuery<InventoryProgressDetails> {
  return useLiveQuery(getProgressDetails({ id: inventoryId }), {
    follows: ["inventories", "stocktakes", "locations"],
    atMostEverySeconds,
  });
}
