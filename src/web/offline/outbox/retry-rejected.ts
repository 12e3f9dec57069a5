import { State } from "../../../domain/inventory-states.ts";
import { session } from "../../api/tokens.ts";
import type { OutboxEntry, StoredInventory } from "../../db/outbox-shapes.ts";
import { changeEntries } from "./change-entries.ts";
import { entriesIn, waitingAgain, waitsForAuthor } from "./entries.ts";

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
  await changeEntries(seqsOf(settled), (entry) =>
    entry.state === "late" ? { ...entry, state: "sent" } : null,
  );
  await sendAgain(({ inventoryId, operationId, receipt }) => {
    if (!inProgress.has(inventoryId)) retried.delete(operationId);
    // Without the error of a field, the state of the stocktake was the reason.
    else if (receipt !== null && !receipt.errors?.length) return retried.size < retried.add(operationId).size;
    return false;
  });
}

/** Queues those rejected operations again. */
const sendAgain = async (isAgain: (entry: OutboxEntry) => boolean) =>
  changeEntries(seqsOf((await entriesIn("refused")).filter(isAgain)), (entry) =>
    entry.state === "refused" ? { ...waitingAgain(entry), receipt: null } : null,
  );

const seqsOf = (entries: readonly OutboxEntry[]) => entries.map(({ seq }) => seq);

/** The user who was logged in at the last call; undefined: nobody. */
let retriedFor: number | undefined;

/**
 * Sends operations again that were rejected because their author had never logged in on this device. The
 * server sees a newly paired device as another one.
 */
export async function retryAfterLogin(): Promise<void> {
  const userId = session.value?.user.id;
  if (userId === retriedFor) return;
  await sendAgain(
    (entry) => entry.inventoryId > 0 && entry.operation.userId === userId && waitsForAuthor(entry),
  );
  retriedFor = userId;
}
