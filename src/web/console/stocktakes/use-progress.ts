import type { InventoryProgressDetails } from "../../api/types/endpoints.d.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** How far a stocktake is, in detail, and how much waits for somebody. */
export function useProgress(inventoryId: number): LiveQuery<InventoryProgressDetails> {
  return useLiveQuery<InventoryProgressDetails>(`/api/inventories/${inventoryId}/progress?details=true`, {
    follows: ["inventories", "stocktakes", "locations"],
  });
}
