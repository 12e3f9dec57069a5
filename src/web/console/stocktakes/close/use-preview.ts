import { previewInventoryClose } from "../../../api/console/inventories.ts";
import type { ClosePreview } from "../../../api/types/endpoints.d.ts";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";

/** What closing a stocktake would do now. */
export function usePreview(inventoryId: number): LiveQuery<ClosePreview> {
  return useLiveQuery(previewInventoryClose({ id: inventoryId }), { follows: ["stocktakes", "articles"] });
}
