import { getInventory } from "../../api/inventories.ts";
import type { InventoryDetail } from "../../api/types/endpoints.d.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** A stocktake as it is now. */
export function useStocktake(id: string): LiveQuery<InventoryDetail> {
  return useLiveQuery(getInventory({ id: Number(id) }), { follows: ["inventories", "stocktakes"] });
}
