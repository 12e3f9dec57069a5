import { State } from "../../../domain/inventory-states.ts";
import { session } from "../../api/tokens.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredInventory } from "../../db/reference-shapes.ts";
import { changeEntries } from "./change-entries.ts";
import { entriesIn, waitsForAuthor } from "./entries.ts";

/**
 * The operations that were sent again, until their stocktake is seen in another state than in progress. Each is sent
 * again once, to avoid an endless loop.
 */
const retried = new Set<string>();

/**
 * When a stocktake is reopened, its late counts are counted and need no attention. Operations that were
 * rejected because of its state are sent again, also where it was in another state so shortly that this device has not
 * seen it.
 */
export async function settleLate(inventories: readonly StoredInventory[]): Promise<void> {
  const inProgress = new Set(
    inventories.filter(({ inventoryStateId }) => inventoryStateId === State.InProgress).map(({ oid }) => oid),
  );
  const settled = (await entriesIn("late")).filter(({ inventoryId }) => inProgress.has(inventoryId));
  if (settled.length > 0)
    await changeEntries(seqsOf(settled), (entry) =>
      entry.state === "late" ? { ...entry, state: "sent" } : null,
    );
  const rejected = (await entriesIn("refused")).filter(isRejectedByState);
  for (const { inventoryId, operationId } of rejected)
    if (!inProgress.has(inventoryId)) retried.delete(operationId);
  const resumed = rejected.filter(
    ({ inventoryId, operationId }) => inProgress.has(inventoryId) && !retried.has(operationId),
  );
  if (resumed.length === 0) return;
  for (const { operationId } of resumed) retried.add(operationId);
  await changeEntries(seqsOf(resumed), (entry) =>
    entry.state === "refused" ? { ...entry, state: "waiting", ahead: 1, receipt: null, problem: null } : null,
  );
}

/** True if the server reported no field error, so that the state of the stocktake was the reason. */
const isRejectedByState = ({ receipt }: OutboxEntry) =>
  receipt !== null && (receipt.errors ?? []).length === 0;

const seqsOf = (entries: readonly OutboxEntry[]) => entries.map(({ seq }) => seq);

let retriedFor: number | null = null;

/**
 * Sends operations again that were rejected because their author had never logged in on this device. The
 * server sees a newly paired device as another one.
 */
export async function retryAfterLogin(): Promise<void> {
  const userId = session.value?.user.id ?? null;
  if (userId === null || userId === retriedFor) return;
  const rejected = (await entriesIn("refused")).filter((entry) => isForAuthor(entry, userId));
  if (rejected.length > 0) {
    await changeEntries(
      rejected.map(({ seq }) => seq),
      (entry) => ({ ...entry, state: "waiting", ahead: 1, receipt: null, problem: null }),
    );
  }
  retriedFor = userId;
}

const isForAuthor = (entry: OutboxEntry, userId: number) =>
  entry.operation.userId === userId && waitsForAuthor(entry);
