import { listInventoryItemChanges } from "../../api/inventories.ts";
import { requestAsUser, session } from "../../api/tokens.ts";
import type { InventoryItem, InventoryItemChanges } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredInventory } from "../../db/reference-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { unconfirmedChanged } from "../outbox/entries.ts";
import { resendAfterRestore } from "../outbox/resend.ts";
import { loading } from "./loading.ts";
import { updateLocationItems } from "./location-items.ts";

/** The key range of an inventory's items. */
export const itemRange = (oid: number) => IDBKeyRange.bound([oid, 0], [oid, Number.MAX_SAFE_INTEGER]);

/** The number of items in one transaction. Scans wait for it. */
const SLICE = 500;

/**
 * Loads changes of an inventory's items. Operations that were sent before are included in the response, so
 * they are confirmed in the transaction that stores it. Returns false where counts must be sent again first:
 * nothing is stored. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function followItems(oid: number): Promise<boolean> {
  const db = await localDb();
  const inventory = await db.get("inventories", oid);
  if (inventory === undefined) return true;
  const sent = await sentUnconfirmed(oid);
  const userId = session.value?.user.id;
  const cursor = inventory.cursor ?? "";
  const request = listInventoryItemChanges({ id: oid, since: cursor });
  const changes = await requestAsUser(request, { timeoutMs: 180_000 });
  // Another user may see other data, and deleted records must not return.
  const isOtherUser = () => session.value?.user.id !== userId;
  if (isOtherUser()) return true;
  if ((await resendAfterRestore()) && inventory.cursor !== null) return false;
  const isUnchanged = changes.items.length + changes.deleted.length + sent.length === 0;
  // Scans wait for a write, so it is skipped where nothing changed.
  if (isUnchanged && changes.cursor === inventory.cursor) return true;
  if (changes.isWhole) await replaceAll(inventory, changes, sent, isOtherUser);
  if (isOtherUser()) return true;
  await storeChanges(inventory, changes, sent);
  if (isUnchanged) return true;
  if (!changes.isWhole) updateLocationItems(oid, changes);
  notifyTabs("items");
  return true;
}

/** The operations that the server has and the stored items do not include yet. */
async function sentUnconfirmed(oid: number): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const ahead = await db.getAllFromIndex("outbox", "ahead", [oid, 1]);
  return ahead.filter(({ state }) => state === "sent");
}

/**
 * Writes all items in slices, so that items are always available. Operations are confirmed with the items that
 * include them. Obsolete items are deleted with the last slice. It has the items with new ids: after a restore
 * they may be the obsolete ones under another id.
 */
async function replaceAll(
  { oid }: StoredInventory,
  { items }: InventoryItemChanges,
  sent: readonly OutboxEntry[],
  isOtherUser: () => boolean,
): Promise<void> {
  const db = await localDb();
  const stored = new Set((await db.getAllKeys("items", itemRange(oid))).map((key) => key[1]));
  const currentOids = new Set(items.map((item) => item.oid));
  const obsolete = [...stored].filter((id) => !currentOids.has(id));
  const isNew = (item: InventoryItem) => obsolete.length > 0 && !stored.has(item.oid);
  const total = items.length;
  const known = items.filter((item) => !isNew(item));
  const slices = Array.from({ length: Math.ceil(known.length / SLICE) }, (_, index) =>
    known.slice(index * SLICE, (index + 1) * SLICE),
  );
  let done = 0;
  for (const slice of [...slices, items.filter(isNew)]) {
    if (isOtherUser()) break;
    loading.value = { what: "items", done, total };
    done += slice.length;
    const tx = db.transaction(["items", "outbox"], "readwrite");
    for (const item of slice) void tx.objectStore("items").put(item);
    if (done === total) for (const id of obsolete) void tx.objectStore("items").delete([oid, id]);
    const oids = new Set(slice.map((item) => item.oid));
    const included = sent.filter(({ receipt }) => oids.has(receipt?.itemId ?? 0));
    await confirm(tx.objectStore("outbox"), included);
    await tx.done;
  }
  loading.value = null;
}

async function storeChanges(
  inventory: StoredInventory,
  changes: InventoryItemChanges,
  sent: readonly OutboxEntry[],
): Promise<void> {
  const db = await localDb();
  const tx = db.transaction(["inventories", "items", "outbox"], "readwrite");
  const items = tx.objectStore("items");
  const outbox = tx.objectStore("outbox");
  if (!changes.isWhole) {
    for (const item of changes.items) void items.put(item);
    for (const oid of changes.deleted) void items.delete([inventory.oid, oid]);
  }
  const now = await tx.objectStore("inventories").get(inventory.oid);
  const showsExpected = changes.items.some(({ quantity }) => quantity !== undefined);
  void tx.objectStore("inventories").put({
    ...(now ?? inventory),
    cursor: changes.cursor,
    showsExpected: showsExpected || (!changes.isWhole && inventory.showsExpected),
  });
  await confirm(outbox, sent);
  if (changes.isWhole) await keepUnsentAhead(outbox, inventory.oid);
  await tx.done;
  unconfirmedChanged();
}

/** Marks operations as included in the items. */
async function confirm(outbox: OutboxStore, sent: readonly OutboxEntry[]): Promise<void> {
  for (const entry of await Promise.all(sent.map(({ seq }) => outbox.get(seq)))) {
    // After a restore it may be waiting again.
    if (entry === undefined || entry.state !== "sent") continue;
    const { ahead: _, ...confirmed } = entry;
    void outbox.put(confirmed);
  }
}

/** Items after a restore lack the operations that this device can't send again yet, such as another user's. */
async function keepUnsentAhead(outbox: OutboxIndexes, oid: number): Promise<void> {
  for (const entry of await outbox.index("held").getAll([oid, "waiting"]))
    if (entry.again?.state === "sent") void outbox.put({ ...entry, ahead: 1 });
}

interface OutboxIndexes extends OutboxStore {
  index(name: "held"): { getAll(key: [number, string]): Promise<OutboxEntry[]> };
}

interface OutboxStore {
  get(seq: number): Promise<OutboxEntry | undefined>;
  put(entry: OutboxEntry): Promise<unknown>;
}
