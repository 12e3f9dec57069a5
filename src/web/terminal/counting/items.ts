import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import type { StoredInventory, StoredItem } from "../../db/reference-shapes.ts";
import { language } from "../../i18n/translate.ts";
import { entriesIn } from "../../offline/outbox/entries.ts";
import { unconfirmedOf } from "../../offline/outbox/unconfirmed.ts";
import { articleOf } from "../../offline/sync/articles.ts";
import { readItemsOfArticles, readLocationItems } from "../../offline/sync/location-items.ts";
import { ArticleItems, type ItemNow, type OfArticle } from "./current-count.ts";
import { undone } from "./local-operations.ts";

/** The items expected or found at a place, by name; each with what was done here since the server told of it. */
export async function itemsAt(inventoryId: number, placeId: number): Promise<readonly ItemNow[]> {
  const { inventory, items, ahead } = await readPlace(inventoryId, placeId);
  if (inventory === undefined) return [];
  const found = folded(inventory, items, ahead).filter(
    (item) => item.expectedAt === placeId || item.placeId === placeId || item.foundAt === placeId,
  );
  // One collator for all: it is what sorting takes most of its time for.
  const { compare } = new Intl.Collator(language.peek());
  return found.sort((a, b) => compare(a.name, b.name) || compare(a.code ?? "", b.code ?? ""));
}

/** One item as it is now, by its oid or its key; null: there is none. */
export async function itemNow(
  inventoryId: number,
  articleId: number,
  wanted: string | number,
): Promise<ItemNow | null> {
  const items = await itemsOfArticle(inventoryId, articleId);
  return items?.get(wanted) ?? null;
}

/** All items of an article in an inventory as they are now; null: the inventory or the article is not kept here. */
export async function itemsOfArticle(inventoryId: number, articleId: number): Promise<ArticleItems | null> {
  const db = await localDb();
  const article = await articleOf(articleId);
  const tx = db.transaction(["inventories", "items", "outbox"]);
  const [inventory, told, own] = await Promise.all([
    tx.objectStore("inventories").get(inventoryId),
    tx.objectStore("items").index("article").getAll([inventoryId, articleId]),
    tx
      .objectStore("outbox")
      .index("subject")
      .getAll([inventoryId, `a${articleId}`]),
  ]);
  const named = article ?? told[0]?.article;
  if (inventory === undefined || named === undefined) return null;
  return new ArticleItems(
    inventory,
    named,
    told,
    own.filter(({ ahead }) => ahead === 1),
  );
}

/** What an operation is about, as it is now; null: a code that nobody knows, or it is not kept here any more. */
export async function itemOfEntry(entry: OutboxEntry): Promise<ItemNow | null> {
  const { inventoryId, articleId, itemId, placeId, operation } = entry;
  const items = articleId === null ? null : await itemsOfArticle(inventoryId, articleId);
  if (items === null) return null;
  const at = items.at(placeId, operation.isExtra);
  return (itemId === null ? null : items.get(itemId)) ?? (at === "locationRequired" ? null : at);
}

/** How many are expected of an item; null: nobody expects it, it must not be told, or it is not known. */
export const expectedOf = (item: ItemNow | null): number | null =>
  item === null || item.isUnexpected ? null : item.expected;

/** How far a place is: of the items expected there, how many are counted. */
export interface LocationProgress {
  readonly expected: number;
  readonly counted: number;
  /** Not counted, or to be counted again. */
  readonly open: number;
  /** Questions about scans here that nobody has answered. */
  readonly asked: number;
  /** Articles of which fewer are counted than are expected; none where that must not be told (blind). */
  readonly below: readonly number[];
}

/** How far a place is as it is now. */
export async function progressHere(inventoryId: number, placeId: number): Promise<LocationProgress> {
  const [{ inventory, items, ahead, changed }, asked] = await Promise.all([
    readPlace(inventoryId, placeId),
    entriesIn("asked"),
  ]);
  if (inventory === undefined) return { expected: 0, counted: 0, open: 0, asked: 0, below: [] };
  // Only what was done here since has to be folded: a place may expect thousands.
  const told = items.filter(({ articleId, locationId }) => locationId === placeId && !changed.has(articleId));
  const own = folded(
    inventory,
    items.filter(({ articleId }) => changed.has(articleId)),
    ahead,
  ).filter(({ expectedAt }) => expectedAt === placeId);
  const counted = told.filter(({ inventoryQuantity, isFound }) => inventoryQuantity !== null || isFound);
  const again = counted.filter(({ isToRecount }) => isToRecount).length;
  const below = [
    ...counted.filter(({ inventoryQuantity, quantity }) => isBelow(inventoryQuantity, quantity)),
    ...own.filter(({ quantity, expected }) => isBelow(quantity, expected)),
  ];
  return {
    expected: told.length + own.length,
    counted: counted.length + own.filter(isCounted).length,
    asked: asked.filter((one) => one.inventoryId === inventoryId && one.placeId === placeId).length,
    open: told.length - counted.length + again + own.filter(isOpen).length,
    below: below.map(({ articleId }) => articleId),
  };
}

/** The items as they are with what was done here. */
function folded(
  inventory: StoredInventory,
  items: readonly StoredItem[],
  ahead: readonly OutboxEntry[],
): readonly ItemNow[] {
  return [...grouped(items, ahead).values()].flatMap(({ article, told, own }) =>
    new ArticleItems(inventory, article, told, own).all(),
  );
}

/** Somebody has said how many there are, or that it is there. */
export const isCounted = ({ quantity, isFound }: ItemNow) => quantity !== null || isFound;

/** It is still to be counted, or to be counted again. */
export const isOpen = (item: ItemNow) => !isCounted(item) || item.isToRecount;

const isBelow = (quantity: number | null, expected: number | null | undefined) =>
  quantity !== null && expected != null && quantity < expected;

/** One of the last operations of this terminal. */
export interface Recent {
  readonly entry: OutboxEntry;
  /** It does not count any more: undone, or another quantity stands in its place. */
  readonly isUndone: boolean;
  readonly isCorrected: boolean;
}

/** The last operations made here, newest first; undoing and correcting ones are seen by the mark of what they changed. */
export async function recent(inventoryId: number, most: number): Promise<readonly Recent[]> {
  const entries = await newest(inventoryId, 2 * most);
  const gone = undone(entries);
  const corrections = entries.filter(({ how, operationId }) => how === "correct" && !gone.has(operationId));
  const corrected = new Set(corrections.map(({ corrects }) => corrects));
  return entries
    .filter(({ how }) => how !== "undo")
    .slice(0, most)
    .map((entry) => ({
      entry,
      isUndone: gone.has(entry.operationId),
      isCorrected: corrected.has(entry.operationId),
    }));
}

/** So many keys are read at once: most are of this inventory. */
const CHUNK = 64;

/** The newest operations of an inventory, newest first: a cursor would take a phone a millisecond for each. */
async function newest(inventoryId: number, most: number): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const { store } = db.transaction("outbox");
  const found: OutboxEntry[] = [];
  const last = await store.openKeyCursor(null, "prev");
  for (let top = last === null ? 0 : last.primaryKey; top > 0 && found.length < most; top -= CHUNK) {
    const chunk = await store.getAll(IDBKeyRange.bound(top - CHUNK, top, true));
    found.push(...chunk.filter((entry) => entry.inventoryId === inventoryId).reverse());
  }
  return found.slice(0, most);
}

async function readPlace(inventoryId: number, placeId: number) {
  const ahead = await unconfirmedOf(inventoryId);
  const told = await readLocationItems(inventoryId, placeId);
  const items = new Map(told.items);
  // What was scanned here and belongs elsewhere, and what belongs here and was scanned elsewhere.
  const articles = new Set([...items.values()].map(({ articleId }) => articleId));
  const here = ahead.filter(
    ({ operation, placeId: at }) => operation.locationId === placeId || at === placeId,
  );
  for (const { articleId } of here) if (articleId !== null) articles.add(articleId);
  const changed = [...new Set(ahead.map(({ articleId }) => articleId))].filter(
    (id): id is number => id !== null && articles.has(id),
  );
  for (const item of await readItemsOfArticles(inventoryId, told, changed)) items.set(item.oid, item);
  return {
    inventory: told.inventory,
    items: [...items.values()],
    ahead: ahead.filter(({ articleId }) => articleId !== null && articles.has(articleId)),
    changed: new Set(changed),
  };
}

interface Group {
  readonly article: OfArticle;
  readonly told: StoredItem[];
  readonly own: OutboxEntry[];
}

function grouped(items: readonly StoredItem[], ahead: readonly OutboxEntry[]): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const item of items) {
    const known = groups.get(item.articleId);
    if (known === undefined) groups.set(item.articleId, { article: item.article, told: [item], own: [] });
    else known.told.push(item);
  }
  for (const entry of ahead) {
    const { articleId, shown } = entry;
    if (articleId === null) continue;
    const known = groups.get(articleId);
    if (known !== undefined) known.own.push(entry);
    else
      groups.set(articleId, {
        article: { oid: articleId, name: shown.name, code: shown.code },
        told: [],
        own: [entry],
      });
  }
  return groups;
}
