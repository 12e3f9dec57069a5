import { z } from "zod";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId, queryFlag } from "../../http/endpoint/fields.ts";
import { makeHub } from "../../http/sse/hub.ts";
import { getInventory, visibilityOf } from "../inventory.ts";
import { HISTORY_TABLES, readProgressHistory } from "./history.ts";
import { PROGRESS_TABLES, progressOf, progressTopic } from "./progress.ts";
import { DetailedProgress, Progress, ProgressHistory } from "./shapes.ts";

const INTERVAL_MS = 1000;

/** The progress of a count, as JSON or as server-sent events. */
export function progressRoutes({ storage, log }: Dependencies): Endpoint[] {
  const hub = makeHub(storage, log, INTERVAL_MS);

  return [
    query("GET", "/api/inventories/{id}/progress", {
      operationId: "getInventoryProgress",
      permission: "terminal",
      summary: "The progress of the count",
      description: `\`total\`: expected items. \`counted\`: part of \`total\`, the sum of \`found\` and \`missing\` (counted but not found). \`unexpected\` items are in none of these. An item found without a quantity is counted. With \`details=true\` also: \`foundElsewhere\`, part of \`found\`; \`notCounted\`, \`total\` minus \`counted\`; \`results\`, the number of items with each result of the report, which add up to \`total\` without \`unexpected\`; unresolved items and counts; and the figures by location, user and terminal. An item is listed at its expected location, an unexpected one where it was found. \`users\` has the number of items that each user counted last.

As events (\`Accept: text/event-stream\`): \`progress\` with the same object, first immediately, then after each change, at most once a second.`,
      params: { id: pathId() },
      query: { details: queryFlag().optional() },
      response: z.union([DetailedProgress, Progress]),
      tables: PROGRESS_TABLES,
      events: "also",
      async run({ params, query, wantsEvents }, principal) {
        const { tenantId } = principal;
        const inventory = getInventory(storage.db, tenantId, params.id);
        const progress = {
          tenantId,
          inventoryId: inventory.oid,
          isDetailed: query.details ?? false,
          visibility: visibilityOf(principal, inventory),
        };
        if (wantsEvents)
          return {
            kind: "events",
            subscribe: (send, ended) => hub.subscribe(progressTopic(progress), send, ended),
          };
        return { kind: "json", body: await progressOf(storage, progress) };
      },
    }),
    query("GET", "/api/inventories/{id}/progress/history", {
      operationId: "getInventoryProgressHistory",
      permission: "work",
      summary: "The progress of the count over time",
      description: `For a chart: at most 200 points from the first start to the last count, pause or finish. The last \`counted\` is that of the progress. An expected item that is counted now appears from the time of its first count, whatever later counts changed. An item whose count was removed appears in no point until it is counted again, then from its first count. Counts appear at their operation time, not at their arrival, so offline counts change earlier points. A count from before the first start appears at \`from\`, a late count at its time once it is applied. Before the first start \`points\` is empty. Nothing has changed after \`to\`: extend the last value.`,
      params: { id: pathId() },
      response: ProgressHistory,
      tables: HISTORY_TABLES,
      async run({ params }, { tenantId }) {
        const { oid: inventoryId } = getInventory(storage.db, tenantId, params.id);
        return { kind: "json", body: await readProgressHistory(storage, { tenantId, inventoryId }) };
      },
    }),
  ];
}
