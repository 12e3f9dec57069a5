import type { Subscription } from "../../http/sse/hub.ts";
import type { Json } from "../../storage/database/json.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Visibility } from "../inventory.ts";
import type { DetailedProgress, Progress } from "./shapes.ts";
import * as store from "./store.ts";

/** The tables of the progress. */
export const PROGRESS_TABLES = [
  "inventory",
  "inventoryItem",
  "countOperation",
  "countingTerminal",
  "location",
  "user",
  "deviceToken",
] as const;

/** Selects the inventory and the details. */
interface ProgressQuery {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly isDetailed: boolean;
  /** `hidden`: details do not compare with expected quantities. */
  readonly visibility: Visibility;
}

/** Reads the progress of a count in the reader thread. */
export async function progressOf(
  { reader }: Pick<Storage, "reader">,
  { isDetailed, visibility, ...inventory }: ProgressQuery,
): Promise<Json<Progress | DetailedProgress>> {
  const { pieces } = await reader.rows(
    (isDetailed ? store.detailedProgress[visibility] : store.plainProgress).bound(inventory),
  );
  return String(Buffer.concat(pieces));
}

/** The progress as a topic. Equal queries share a channel. */
export function progressTopic(query: ProgressQuery): Subscription {
  const { tenantId, inventoryId, isDetailed, visibility } = query;
  return {
    channel: `${tenantId} ${inventoryId} ${isDetailed} ${visibility}`,
    tenantId,
    topics: [{ name: "progress", tables: PROGRESS_TABLES, state: (storage) => progressOf(storage, query) }],
    isIncluded: () => true,
  };
}
