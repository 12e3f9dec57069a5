import { getInventoryReport } from "../../../api/console/inventories.ts";
import type { InventoryReport } from "../../../api/types/endpoints.d.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";

/** The figures of a stocktake's report; the items are read elsewhere, of the report only the few unexpected ones. */
export function useReport(inventoryId: number): LiveQuery<InventoryReport> {
  return useLiveQuery(getInventoryReport({ id: inventoryId, result: "unexpected" }), {
    follows: ["stocktakes"],
  });
}
