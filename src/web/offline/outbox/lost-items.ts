import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredItem } from "../../db/reference-shapes.ts";
import { changeEntries } from "./change-entries.ts";

// After a restore an item that was created since the backup has another id: an unexpected article, or each
// item of a stocktake that is prepared again.

/** True if the server rejected the operation because it does not have the item, which may come back. */
export const lacksItem = ({ namedItem }: OutboxEntry, { errors = [] }: CountReceipt): boolean =>
  namedItem !== undefined && errors.some(({ path }) => path === "itemId");

/** Queues the operations of an inventory whose items have come back under another id. */
export async function queueForNewItems(inventoryId: number): Promise<void> {
  const db = await localDb();
  const refused = await db.getAllFromIndex("outbox", "held", [inventoryId, "refused"]);
  const newIds = new Map<number, number>();
  for (const entry of refused) {
    const { seq, articleId, receipt } = entry;
    if (articleId === null || receipt === null || !lacksItem(entry, receipt)) continue;
    const items = await db.getAllFromIndex("items", "article", [inventoryId, articleId]);
    const item = items.find((one) => isNamed(entry, one));
    if (item !== undefined) newIds.set(seq, item.oid);
  }
  await changeEntries([...newIds.keys()], (entry) => {
    const itemId = newIds.get(entry.seq);
    if (entry.state !== "refused" || itemId === undefined) return null;
    const operation = { ...entry.operation, itemId };
    return { ...entry, state: "waiting", ahead: 1, operation, itemId, receipt: null, problem: null };
  });
}

const isNamed = ({ namedItem, operation }: OutboxEntry, item: StoredItem) =>
  item.oid !== operation.itemId &&
  item.locationId === namedItem?.expectedAt &&
  item.foundAtLocationId === namedItem.foundAt;
