import type { DetailedProgress } from "../../../inventories/shapes.ts";
import { type LiveAnswer, useLive } from "../realtime/use-live-query.ts";

/** How far a stocktake is, in detail, and how much waits for somebody. */
export function useProgress(inventoryId: number): LiveAnswer<DetailedProgress> {
  return useLive<DetailedProgress>(`/api/inventories/${inventoryId}/progress?details=true`, {
    follows: ["inventories", "stocktakes", "locations"],
  });
}
