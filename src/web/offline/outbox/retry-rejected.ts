import { State } from "../../../domain/inventory-states.ts";
import { session } from "../../api/tokens.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredInventory } from "../../db/reference-shapes.ts";
import { changeEntries } from "./change-entries.ts";
import { entriesIn, waitsForAuthor } from "./entries.ts";

/** The stocktakes that were in progress at the last call. */
let lastInProgress: ReadonlySet<number> = new Set();

/**
 * When a stocktake is reopened, its late counts are counted and need no attention. Operations that were
 * rejected because of its state are sent again.
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
  const resumed = [...inProgress].filter((oid) => !lastInProgress.has(oid));
  if (resumed.length > 0) await retryRejectedIn(resumed);
  lastInProgress = inProgress;
}

/** Retried once per reopening, to avoid an endless loop. */
async function retryRejectedIn(resumed: readonly number[]): Promise<void> {
  const retried = (await entriesIn("refused")).filter(
    (entry) => resumed.includes(entry.inventoryId) && isRejectedByState(entry),
  );
  if (retried.length === 0) return;
  await changeEntries(seqsOf(retried), (entry) =>
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
