import { join } from "node:path";
import { z } from "zod";
import { State } from "../../domain/inventory-states.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { pathId } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { Quantities } from "../../http/endpoint/references.ts";
import { concurrentLanes } from "../../platform/concurrency-limit.ts";
import { reusableWorker } from "../../platform/workers/client.ts";
import { DatabaseWorker } from "../../platform/workers/database-worker.ts";
import { assertState, getInventory } from "../inventory.ts";
import { itemsCursor } from "../items/precondition.ts";
import type { PreviewProgram } from "./close-preview-worker.ts";

/** A lane is a tenant. */
const PREVIEWS = { running: 1, perLane: 1, waiting: 20 };

const workers = reusableWorker<PreviewProgram>(
  () => new DatabaseWorker(new URL("./close-preview-worker.ts", import.meta.url)),
);

/** The endpoint of the preview of a close. */
export function closePreviewRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;
  const inTurn = concurrentLanes<number>(PREVIEWS);

  return [
    batch("GET", "/api/inventories/{id}/close-preview", {
      operationId: "previewInventoryClose",
      permission: "manage",
      summary: "What the close of a stocktake would do now, in numbers",
      description:
        "A dry run of the close: the same rules, nothing is written. Each article whose stock would change is in exactly one of `moved`, `more`, `fewer`, `added`, `removed`. To close only what was shown send `cursor` as `seen` of the close: if an item has changed since, it is 412.",
      params: { id: pathId() },
      response: ClosePreview,
      errors: { 400: "the inventory is not in Processing; the message names the state" },
      async run({ params }, { tenantId }) {
        const { oid: inventoryId, inventoryStateId } = getInventory(db, tenantId, params.id);
        assertState(inventoryStateId, [State.Processing]);
        return inTurn(tenantId, async () => {
          // Read first: an item that changes during the preview is newer than the cursor.
          const cursor = itemsCursor(storage, tenantId);
          const file = join(storage.folder, storage.status().generation);
          const worker = workers.take();
          try {
            const effects = await worker.call("preview", { file, tenantId, inventoryId });
            return { kind: "json", body: { cursor, ...effects } };
          } finally {
            workers.release(worker);
          }
        });
      },
    }),
  ];
}

const effect = () =>
  z.object({
    articles: z.int(),
    pieces: z.int(),
    quantities: Quantities.describe("`pieces` by unit, pieces first"),
  });

/** What a close would do. */
export const ClosePreview = namedObject("ClosePreview", {
  cursor: z.string().describe("the version of the items, for `seen` of the close"),
  moved: effect().describe("the same number of pieces, of which `pieces` are at other locations"),
  more: effect().describe("stock that grows by `pieces`"),
  fewer: effect().describe("stock that shrinks by `pieces`"),
  added: effect().describe("no recorded stock; `pieces` are added"),
  removed: effect().describe("all `pieces` are removed"),
  disposals: z.int().describe("disposal requests"),
  notCounted: z.int().describe("expected items that are not counted, and do not change"),
});
export type ClosePreview = z.output<typeof ClosePreview>;
