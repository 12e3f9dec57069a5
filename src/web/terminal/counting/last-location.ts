import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";

/** So many of the newest operations are looked through. */
const NEWEST = 200;

/** The last operation that this person made at a location; `inventoryId` null: in any stocktake. Null: none is kept here. */
export async function lastCounted(userId: number, inventoryId: number | null): Promise<OutboxEntry | null> {
  const db = await localDb();
  const { store } = db.transaction("outbox");
  const last = await store.openKeyCursor(null, "prev");
  if (last === null) return null;
  const newest = await store.getAll(IDBKeyRange.lowerBound(last.primaryKey - NEWEST));
  const isWanted = (entry: OutboxEntry) =>
    entry.operation.userId === userId &&
    entry.placeId !== null &&
    (inventoryId === null || entry.inventoryId === inventoryId);
  return newest.reverse().find(isWanted) ?? null;
}
