import { dataHistory } from "../../api/data-history.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { isStorageFull } from "../../db/storage-full.ts";
import { changeEntries } from "./change-entries.ts";

// Where the storage is full, what the server has answered to counts stays in memory, so that they are not sent again and again in place
// of the others. After a reload they are sent again, and count once.

type Change = (entry: OutboxEntry) => OutboxEntry | null;

interface UnstoredAnswer {
  readonly inventoryId: number;
  readonly change: Change;
}

/** By the seq of the operation. */
const unstored = new Map<number, UnstoredAnswer>();
/** The history of the server that has answered. */
let history: string | null = null;

/** Changes entries by what the server has answered to them: now, or when there is room. */
export async function storeAnswers(entries: readonly OutboxEntry[], change: Change): Promise<void> {
  try {
    await changeEntries(
      entries.map(({ seq }) => seq),
      change,
    );
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    for (const { seq, inventoryId } of entries) unstored.set(seq, { inventoryId, change });
  }
}

/** Stores what is in memory, where there is room now. A server with another history may lack these counts. */
export async function storeUnstored(): Promise<void> {
  const id = dataHistory.peek()?.id ?? null;
  if (id !== history) unstored.clear();
  history = id;
  if (unstored.size === 0) return;
  try {
    await changeEntries([...unstored.keys()], (entry) => unstored.get(entry.seq)?.change(entry) ?? null);
  } catch (error) {
    if (!isStorageFull(error)) throw error;
    return;
  }
  unstored.clear();
}

/** Whether the server has answered to it. By the database it still waits. */
export const isAnswered = ({ seq }: Pick<OutboxEntry, "seq">): boolean => unstored.has(seq);

/** The number of such operations of a stocktake; without one: of all. */
export const answeredNumber = (inventoryId?: number): number =>
  [...unstored.values()].filter((one) => inventoryId === undefined || one.inventoryId === inventoryId).length;
