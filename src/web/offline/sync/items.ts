import { askAsUser, session } from "../../api/tokens.ts";
import type { InventoryItem } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredInventory } from "../../db/reference-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { unconfirmedChanged } from "../outbox/unconfirmed.ts";
import { loading } from "./loading.ts";
import { toldMore } from "./location-items.ts";

interface Changes {
  readonly cursor: string;
  readonly isWhole: boolean;
  readonly items: readonly InventoryItem[];
  readonly deleted: readonly number[];
}

/** The keys of an inventory's items. */
export const itemRange = (oid: number) => IDBKeyRange.bound([oid, 0], [oid, Number.MAX_SAFE_INTEGER]);

/** So many are written in one transaction: a scan waits for no more. */
const SLICE = 500;

/**
 * Brings what changed of an inventory's items. What was sent before this is asked is in the answer, so what is ahead of the
 * items ends to be in the transaction that ends it. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function followItems(oid: number): Promise<void> {
  const db = await localDb();
  const inventory = await db.get("inventories", oid);
  if (inventory === undefined) return;
  const sent = await sentAhead(oid);
  const who = session.value?.user.id;
  const cursor = inventory.cursor ?? "";
  const path = `/api/inventories/${oid}/items?since=${encodeURIComponent(cursor)}`;
  const changes = await askAsUser<Changes>(path, { timeoutMs: 180_000 });
  // Another user may not see the same, and what was taken away must not come back.
  const isGone = () => session.value?.user.id !== who;
  if (isGone()) return;
  const isNothing = changes.items.length + changes.deleted.length + sent.length === 0;
  // What is written makes a scan wait.
  if (isNothing && changes.cursor === inventory.cursor) return;
  if (changes.isWhole) await replaceAll(inventory, changes, sent, isGone);
  if (isGone()) return;
  await finish(inventory, changes, sent);
  if (isNothing) return;
  if (!changes.isWhole) toldMore(oid, changes);
  notifyTabs("items");
}

/** The operations that the server has and the items do not show yet. */
async function sentAhead(oid: number): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const ahead = await db.getAllFromIndex("outbox", "ahead", [oid, 1]);
  return ahead.filter(({ state }) => state === "sent");
}

/**
 * Writes all items in slices, then takes away what is none any more: there is never a moment without items. What was sent is
 * settled with the items that show it.
 */
async function replaceAll(
  { oid }: StoredInventory,
  { items }: Changes,
  sent: readonly OutboxEntry[],
  isGone: () => boolean,
): Promise<void> {
  const db = await localDb();
  const total = items.length;
  for (let done = 0; done < total && !isGone(); done += SLICE) {
    loading.value = { what: "items", done, total };
    const tx = db.transaction(["items", "outbox"], "readwrite");
    const slice = items.slice(done, done + SLICE);
    for (const item of slice) void tx.objectStore("items").put(item);
    const oids = new Set(slice.map((item) => item.oid));
    const shown = sent.filter(({ receipt }) => oids.has(receipt?.itemId ?? 0));
    await settle(tx.objectStore("outbox"), shown);
    await tx.done;
  }
  loading.value = null;
  if (isGone()) return;
  const living = new Set(items.map((item) => item.oid));
  const tx = db.transaction("items", "readwrite");
  const keys = await tx.store.getAllKeys(itemRange(oid));
  for (const key of keys) if (!living.has(key[1])) void tx.store.delete(key);
  await tx.done;
}

async function finish(
  inventory: StoredInventory,
  changes: Changes,
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
  await settle(outbox, sent);
  await tx.done;
  unconfirmedChanged();
}

/** What is shown by the items now is not folded onto them any more. */
async function settle(outbox: OutboxStore, sent: readonly OutboxEntry[]): Promise<void> {
  for (const entry of await Promise.all(sent.map(({ seq }) => outbox.get(seq)))) {
    if (entry === undefined) continue;
    const { ahead: _, ...settled } = entry;
    void outbox.put(settled);
  }
}

interface OutboxStore {
  get(seq: number): Promise<OutboxEntry | undefined>;
  put(entry: OutboxEntry): Promise<unknown>;
}
