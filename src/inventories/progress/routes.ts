import { z } from "zod";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { pathId, queryFlag } from "../../http/endpoint/fields.ts";
import { makeHub } from "../../http/sse/hub.ts";
import { inventoryOf, visibilityOf } from "../inventory.ts";
import { DetailedProgress, Progress, ProgressHistory } from "../shapes.ts";
import { HISTORY_TABLES, readProgressHistory } from "./history.ts";
import { PROGRESS_TABLES, progressOf, progressTopic } from "./progress.ts";

const INTERVAL_MS = 1000;

/** The progress of a count: a response, or server-sent events. */
export function progressRoutes({ storage, log }: Dependencies): Endpoint[] {
  const hub = makeHub(storage, log, INTERVAL_MS);

  return [
    query(
      "GET",
      "/api/inventories/{id}/progress",
      {
        operationId: "getInventoryProgress",
        permission: "terminal",
        summary: "The progress of the count",
        description: `\`total\` expected items; of these \`counted\`, \`found\`, and \`missing\` (counted but not found): \`counted\` is \`found\` plus \`missing\`. \`unexpected\` items are in none of these. An item found without a quantity is counted. With \`details=true\` also: \`foundElsewhere\`, a part of \`found\`; \`notCounted\`, which is \`total\` less \`counted\`; \`results\`, the items of each result as the report has them, which, but for \`unexpected\`, add up to \`total\`; what is unresolved; and the figures by location, user and terminal. An item is listed at the location where it is expected, an unexpected one where it was found. \`users\` counts the items that each counted last.

As events (\`Accept: text/event-stream\`): \`progress\` with the same, at once and then whenever it has changed, at most once a second.`,
        params: { id: pathId() },
        query: { details: queryFlag().optional() },
        response: z.union([DetailedProgress, Progress]),
        tables: PROGRESS_TABLES,
        events: "also",
      },
      async ({ params, query, wantsEvents }, principal) => {
        const { tenantId } = principal;
        const inventory = inventoryOf(storage.db, tenantId, params.id);
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
        return { body: await progressOf(storage, progress) };
      },
    ),
    query(
      "GET",
      "/api/inventories/{id}/progress/history",
      {
        operationId: "getInventoryProgressHistory",
        permission: "work",
        summary: "The progress of the count over time",
        description: `For a plot: at most 200 points, from the first start to the last count, pause or finish; \`counted\` of the last one is that of the progress. An expected item that is counted now stands from its first count on, however often it was counted, added to or recounted since; a count that was taken back is taken out of all points until the item is counted again, then it stands from its first count again. Each count stands at the time when it was made (that of the receipt), not when it arrived: counts that were on a terminal without a network change points of before. One from before the first start stands at \`from\`. Late counts stand there once they are applied. Before the first start \`points\` is empty. After \`to\` nothing has changed: draw the last value on.`,
        params: { id: pathId() },
        response: ProgressHistory,
        tables: HISTORY_TABLES,
      },
      async ({ params }, { tenantId }) => {
        const { oid: inventoryId } = inventoryOf(storage.db, tenantId, params.id);
        return { body: await readProgressHistory(storage, { tenantId, inventoryId }) };
      },
    ),
  ];
}
