import type { InventoryReport } from "../../../../inventories/report/shapes.ts";
import { type LiveAnswer, useLive } from "../../realtime/use-live-query.ts";

/** The figures of a stocktake's report; the items are read elsewhere, of the report only the few unexpected ones. */
export function useReport(inventoryId: number): LiveAnswer<InventoryReport> {
  return useLive<InventoryReport>(`/api/inventories/${inventoryId}/report?result=unexpected`, {
    follows: ["stocktakes"],
  });
}
