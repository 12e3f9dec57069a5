import { State } from "../../../domain/inventory-states.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredInventory } from "../../db/reference-shapes.ts";
import { entriesIn } from "./entries.ts";
import { changeEntries } from "./write.ts";

/** The stocktakes that were in progress when they were last looked at. */
let wereInProgress: ReadonlySet<number> = new Set();

/**
 * What came late to a stocktake is counted when it is reopened: then nobody need look at it any more. What the server rejected
 * because of the stocktake's state is sent again when that continues.
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
  const resumed = [...inProgress].filter((oid) => !wereInProgress.has(oid));
  if (resumed.length > 0) await sendAgainIn(resumed);
  wereInProgress = inProgress;
}

/** Once each time: a state that changes again in between must not make an endless loop. */
async function sendAgainIn(resumed: readonly number[]): Promise<void> {
  const again = (await entriesIn("refused")).filter(
    (entry) => resumed.includes(entry.inventoryId) && isForState(entry),
  );
  if (again.length === 0) return;
  await changeEntries(seqsOf(again), (entry) =>
    entry.state === "refused" ? { ...entry, state: "waiting", ahead: 1, receipt: null, problem: null } : null,
  );
}

/** The server named no field that is wrong: it is the stocktake that takes no counts. */
const isForState = ({ receipt }: OutboxEntry) => receipt !== null && (receipt.errors ?? []).length === 0;

const seqsOf = (entries: readonly OutboxEntry[]) => entries.map(({ seq }) => seq);
