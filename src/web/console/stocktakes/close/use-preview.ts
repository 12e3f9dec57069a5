import type { ClosePreview } from "../../../../inventories/closing/shapes.ts";
import { type LiveAnswer, useLive } from "../../realtime/use-live-query.ts";

/** What closing a stocktake would do now. */
export function usePreview(inventoryId: number): LiveAnswer<ClosePreview> {
  return useLive<ClosePreview>(`/api/inventories/${inventoryId}/close-preview`, {
    follows: ["stocktakes", "articles"],
  });
}
