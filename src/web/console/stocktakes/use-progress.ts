import { getProgressDetails } from "../../api/inventories.ts";
import type { InventoryProgressDetails } from "../../api/types/endpoints.d.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** How far a stocktake is, in detail, and how much waits for somebody. */
export function useProgress(inventoryId: number): LiveQuery<InventoryProgressDetails> {
  return useLiveQuery(getProgressDetails({ id: inventoryId }), {
    follows: ["inventories", "stocktakes", "locations"],
  });
}
