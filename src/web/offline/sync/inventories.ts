import { signal } from "@preact/signals";
import { call } from "../../api/call.ts";
import { listInventoryItemChanges } from "../../api/inventories.ts";
import { requestAsUser, session } from "../../api/tokens.ts";
import type { Inventory, InventoryItem, InventoryItemChanges } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, StoredInventory, StoredItem } from "../../db/outbox-shapes.ts";
import { notifyTabs, onTabMessage, written } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { unconfirmedChanged } from "../outbox/entries.ts";
import { resendAfterRestore } from "../outbox/resend.ts";
import { loading } from "./loading.ts";

/** The open inventories, as the server last sent them. */
export const inventories = signal<readonly StoredInventory[]>([]);

/** Loads the stored inventories, now and after writes of other tabs. */
export async function startInventories(): Promise<void> {
  onTabMessage((what) => {
    if (what === "inventories") readInventories().catch(reportError);
  });
  await readInventories();
}

/** Loads the stored inventories. */
export async function readInventories(): Promise<void> {
  const db = await localDb();
  inventories.value = await db.getAll("inventories");
}

/** Whether all items of an inventory are stored, so that it can be counted offline. */
export function isStored(oid: number): boolean {
  return inventories.value.some((one) => one.oid === oid && one.cursor !== null);
}

/**
 * Loads the open inventories, and deletes closed ones with their items. Throws ServerUnreachable, ApiError or
 * NotLoggedIn.
 */
export async function refreshInventories(): Promise<void> {
  const tenantId = session.value?.tenantId;
  if (tenantId === undefined) return;
  const received = await requestAsUser(call("GET /api/inventories"));
  const db = await localDb();
  const stored = await db.getAll("inventories");
  if (session.value?.tenantId !== tenantId) return;
  // Scans wait for a write, so it is skipped where nothing changed.
  if (
    stored.length === received.length &&
    received.every((one) => stored.some((other) => isSame(other, one)))
  )
    return;
  const tx = db.transaction(["inventories", "items"], "readwrite");
  const store = tx.objectStore("inventories");
  const known = new Map((await store.getAll()).map((one) => [one.oid, one]));
  for (const inventory of received) {
    const before = known.get(inventory.oid);
    known.delete(inventory.oid);
    if (before !== undefined && isSame(before, inventory)) continue;
    const { cursor = null, locationIds = [], showsExpected = false } = before ?? {};
    void store.put({ ...inventory, tenantId, cursor, locationIds, showsExpected });
  }
  for (const oid of known.keys()) {
    void store.delete(oid);
    void tx.objectStore("items").delete(itemRange(oid));
  }
  await tx.done;
  await readInventories();
  notifyTabs("inventories");
}

function isSame(stored: StoredInventory, received: Inventory): boolean {
  return (Object.keys(received) as (keyof Inventory)[]).every(
    // The counter is an object.
    (name) => JSON.stringify(stored[name]) === JSON.stringify(received[name]),
  );
}

/**
 * Loads an inventory with all its items. Its changes are followed from then on. Throws ServerUnreachable,
 * ApiError or NotLoggedIn.
 */
export async function storeInventory(oid: number): Promise<void> {
  const tenantId = session.value?.tenantId;
  const received = await requestAsUser(call("GET /api/inventories/{id}", { id: oid }));
  const db = await localDb();
  const before = await db.get("inventories", oid);
  if (tenantId === undefined || session.value?.tenantId !== tenantId) return;
  const { items: _, overlaps: __, inventoryState: ___, ...inventory } = received;
  const { cursor = null, showsExpected = false } = before ?? {};
  await db.put("inventories", { ...inventory, tenantId, cursor, showsExpected });
  await followItems(oid);
  await readInventories();
  notifyTabs("inventories");
}

/**
 * Starts, pauses or finishes an inventory on the server. Throws ServerUnreachable, ApiError or NotLoggedIn.
 */
export async function changeInventoryState(
  oid: number,
  transition: "start" | "postpone" | "finish",
): Promise<void> {
  await requestAsUser(call(`PUT /api/inventories/{id}/${transition}`, { id: oid }));
  await refreshInventories();
}

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
  for (const state of ["waiting", "refused"])
    for (const entry of await outbox.index("held").getAll([oid, state]))
      if (entry.again?.state === "sent") void outbox.put({ ...entry, ahead: 1 });
}

interface OutboxIndexes extends OutboxStore {
  index(name: "held"): { getAll(key: [number, string]): Promise<OutboxEntry[]> };
}

interface OutboxStore {
  get(seq: number): Promise<OutboxEntry | undefined>;
  put(entry: OutboxEntry): Promise<unknown>;
}

/** The stored items of a location. */
interface LocationItems {
  readonly inventory: StoredInventory | undefined;
  /** Items expected or found at the location. */
  readonly items: ReadonlyMap<number, StoredItem>;
  /** All items of these articles, also at other locations; loaded on demand. */
  readonly ofArticles: Map<number, readonly StoredItem[]>;
}

/** The last location is cached: reading thousands of items takes a phone 0.2 s, and each scan needs them. */
let cache: CachedLocation | null = null;

interface CachedLocation {
  readonly inventoryId: number;
  readonly placeId: number;
  /** See `version`. */
  readonly version: string;
  readonly locationItems: Promise<LocationItems>;
}

/** Reads the items of a location. Throws errors of the database. */
export function readLocationItems(inventoryId: number, placeId: number): Promise<LocationItems> {
  const now = version(0);
  if (cache?.inventoryId === inventoryId && cache.placeId === placeId && cache.version === now)
    return cache.locationItems;
  return remember({
    inventoryId,
    placeId,
    version: now,
    locationItems: loadLocationItems(inventoryId, placeId),
  });
}

/**
 * Updates the cache with changed items. Called right before the write is announced (`notifyTabs("items")`).
 */
function updateLocationItems(
  inventoryId: number,
  { items, deleted }: { readonly items: readonly StoredItem[]; readonly deleted: readonly number[] },
): void {
  if (cache?.inventoryId !== inventoryId || cache.version !== version(0)) return;
  const { placeId, locationItems } = cache;
  const more = locationItems.then((before) => {
    const after = new Map(before.items);
    for (const oid of deleted) after.delete(oid);
    for (const item of items) {
      if (item.locationId === placeId || item.inventoryLocationId === placeId) after.set(item.oid, item);
      else after.delete(item.oid);
    }
    return { ...before, items: after, ofArticles: new Map() };
  });
  void remember({ inventoryId, placeId, version: version(1), locationItems: more });
}

function remember(loaded: CachedLocation): Promise<LocationItems> {
  cache = loaded;
  loaded.locationItems.catch(() => {
    // The caller gets the error. The next call reads again.
    if (cache === loaded) cache = null;
  });
  return loaded.locationItems;
}

/** The write counters of items and inventories; `more` is added to that of items. */
function version(more: number): string {
  const { items, inventories } = written.peek();
  return `${items + more},${inventories}`;
}

async function loadLocationItems(inventoryId: number, placeId: number): Promise<LocationItems> {
  const db = await localDb();
  const tx = db.transaction(["inventories", "items"]);
  const store = tx.objectStore("items");
  const [inventory, expected, found] = await Promise.all([
    tx.objectStore("inventories").get(inventoryId),
    store.index("place").getAll([inventoryId, placeId]),
    store.index("found").getAll([inventoryId, placeId]),
  ]);
  const items = new Map([...expected, ...found].map((item) => [item.oid, item]));
  return { inventory, items, ofArticles: new Map() };
}

/** Reads all items of these articles in the inventory, each once. Throws errors of the database. */
export async function readItemsOfArticles(
  inventoryId: number,
  { ofArticles }: LocationItems,
  articleIds: readonly number[],
): Promise<readonly StoredItem[]> {
  const store = (await localDb()).transaction("items").store.index("article");
  const wanted = articleIds.filter((id) => !ofArticles.has(id));
  const loaded = await Promise.all(wanted.map((id) => store.getAll([inventoryId, id])));
  for (const [at, id] of wanted.entries()) ofArticles.set(id, loaded[at] ?? []);
  return articleIds.flatMap((id) => ofArticles.get(id) ?? []);
}
