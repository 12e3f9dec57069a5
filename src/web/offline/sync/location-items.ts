import { localDb } from "../../db/database.ts";
import type { StoredInventory, StoredItem } from "../../db/reference-shapes.ts";
import { written } from "../../db/tab-messages.ts";

/** A place as the server told of it. */
export interface Told {
  readonly inventory: StoredInventory | undefined;
  /** Expected or found at the place. */
  readonly items: ReadonlyMap<number, StoredItem>;
  /** All items of these articles, at other places as well: what was asked for since. */
  readonly ofArticles: Map<number, readonly StoredItem[]>;
}

/** The place that was read last: to read thousands of items takes a phone a fifth of a second, and each scan asks for them. */
let last: Read | null = null;

interface Read {
  readonly inventoryId: number;
  readonly placeId: number;
  /** Of what `version` said. */
  readonly version: string;
  readonly told: Promise<Told>;
}

/** What the server told of a place. Throws what the database throws. */
export function toldOf(inventoryId: number, placeId: number): Promise<Told> {
  const now = version(0);
  if (last?.inventoryId === inventoryId && last.placeId === placeId && last.version === now) return last.told;
  return remember({ inventoryId, placeId, version: now, told: readTold(inventoryId, placeId) });
}

/** What was written changes an inventory's items: called right before that is told of (`tell("items")`). */
export function toldMore(
  inventoryId: number,
  { items, deleted }: { readonly items: readonly StoredItem[]; readonly deleted: readonly number[] },
): void {
  if (last?.inventoryId !== inventoryId || last.version !== version(0)) return;
  const { placeId, told } = last;
  const more = told.then((before) => {
    const after = new Map(before.items);
    for (const oid of deleted) after.delete(oid);
    for (const item of items) {
      if (item.locationId === placeId || item.inventoryLocationId === placeId) after.set(item.oid, item);
      else after.delete(item.oid);
    }
    return { ...before, items: after, ofArticles: new Map() };
  });
  void remember({ inventoryId, placeId, version: version(1), told: more });
}

function remember(read: Read): Promise<Told> {
  last = read;
  read.told.catch(() => {
    // Whoever asked is told; the next one reads again.
    if (last === read) last = null;
  });
  return read.told;
}

/** How often items and inventories have been written, and items so often more. */
function version(more: number): string {
  const { items, inventories } = written.peek();
  return `${items + more},${inventories}`;
}

async function readTold(inventoryId: number, placeId: number): Promise<Told> {
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

/** All items of these articles in the inventory, as the server told of them; each is read once. Throws what the database throws. */
export async function toldOfArticles(
  inventoryId: number,
  { ofArticles }: Told,
  articleIds: readonly number[],
): Promise<readonly StoredItem[]> {
  const store = (await localDb()).transaction("items").store.index("article");
  const wanted = articleIds.filter((id) => !ofArticles.has(id));
  const read = await Promise.all(wanted.map((id) => store.getAll([inventoryId, id])));
  for (const [at, id] of wanted.entries()) ofArticles.set(id, read[at] ?? []);
  return articleIds.flatMap((id) => ofArticles.get(id) ?? []);
}
