import { localDb } from "../../db/database.ts";
import type { StoredInventory, StoredItem } from "../../db/reference-shapes.ts";
import { written } from "../../db/tab-messages.ts";

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
export function updateLocationItems(
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
