import type { InventoryDetail } from "../../../inventories/shapes.ts";
import { type LiveAnswer, useLive } from "../realtime/use-live-query.ts";

/** A stocktake as it is now. */
export function useStocktake(id: string): LiveAnswer<InventoryDetail> {
  return useLive<InventoryDetail>(`/api/inventories/${Number(id)}`, {
    follows: ["inventories", "stocktakes"],
  });
}
