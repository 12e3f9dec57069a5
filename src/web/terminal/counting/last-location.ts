import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";

/** The number of newest operations to search. */
const MAX_SCANNED = 200;

/** The last operation of a user at a location; `inventoryId` null: in any stocktake. Null: none stored. */
export async function lastCounted(userId: number, inventoryId: number | null): Promise<OutboxEntry | null> {
  const db = await localDb();
  const { store } = db.transaction("outbox");
  const last = await store.openKeyCursor(null, "prev");
  if (last === null) return null;
  const newest = await store.getAll(IDBKeyRange.lowerBound(last.primaryKey - MAX_SCANNED));
  const matches = (entry: OutboxEntry) =>
    entry.operation.userId === userId &&
    entry.placeId !== null &&
    (inventoryId === null || entry.inventoryId === inventoryId);
  return newest.reverse().find(matches) ?? null;
}
