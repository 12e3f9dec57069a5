import type { Subscription } from "../../http/sse/hub.ts";
import type { Json } from "../../storage/database/json.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Visibility } from "../inventory.ts";
import type { DetailedProgress, Progress } from "../shapes.ts";
import * as store from "./store.ts";

/** The tables from which the progress is made. */
export const PROGRESS_TABLES = [
  "inventory",
  "inventoryItem",
  "countOperation",
  "countingTerminal",
  "location",
  "user",
  "deviceToken",
] as const;

/** Whose progress, and how much of it. */
export interface ProgressQuery {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly isDetailed: boolean;
  /** Whether details may compare with the expected quantities. */
  readonly visibility: Visibility;
}

/** How far a count is, read in the reader thread. */
export async function progressOf(
  { reader }: Pick<Storage, "reader">,
  { isDetailed, visibility, ...inventory }: ProgressQuery,
): Promise<Json<Progress | DetailedProgress>> {
  const { pieces } = await reader.rows(
    (isDetailed ? store.detailed[visibility] : store.plain).bound(inventory),
  );
  return String(Buffer.concat(pieces));
}

/** The progress as a topic; those who watch the same share a channel. */
export function progressTopic(wish: ProgressQuery): Subscription {
  const { tenantId, inventoryId, isDetailed, visibility } = wish;
  return {
    channel: `${tenantId} ${inventoryId} ${isDetailed} ${visibility}`,
    tenantId,
    topics: [{ name: "progress", tables: PROGRESS_TABLES, state: (storage) => progressOf(storage, wish) }],
    isWanted: () => true,
  };
}
