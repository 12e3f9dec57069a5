import { isCounted as hasCount } from "../../../domain/counting/fold.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, StoredInventory, StoredItem } from "../../db/outbox-shapes.ts";
import { language } from "../../i18n/translate.ts";
import { entriesIn, unconfirmedOf } from "../../offline/outbox/entries.ts";
import { undoneOperations } from "../../offline/outbox/write.ts";
import { articleOf } from "../../offline/sync/articles.ts";
import { readItemsOfArticles, readLocationItems } from "../../offline/sync/inventories.ts";
import { ArticleItems, type ArticleRef, type ItemNow, refOf, shownRef } from "./current-count.ts";

/** The items expected or found at a location, by name, with unconfirmed operations. */
export async function itemsAt(inventoryId: number, placeId: number): Promise<readonly ItemNow[]> {
  const { inventory, items, ahead } = await readLocation(inventoryId, placeId);
  if (inventory === undefined) return [];
  const found = foldItems(inventory, items, ahead).filter(
    (item) => item.expectedAt === placeId || item.placeId === placeId || item.foundAt === placeId,
  );
  // Creating a collator is expensive.
  const { compare } = new Intl.Collator(language.peek());
  return found.sort((a, b) => compare(a.name, b.name) || compare(a.code ?? "", b.code ?? ""));
}

/** All items of an article in an inventory; null: the inventory or the article is not stored. */
export async function itemsOfArticle(inventoryId: number, articleId: number): Promise<ArticleItems | null> {
  const db = await localDb();
  const article = await articleOf(articleId);
  const tx = db.transaction(["inventories", "items", "outbox"]);
  const [inventory, serverItems, localOperations] = await Promise.all([
    tx.objectStore("inventories").get(inventoryId),
    tx.objectStore("items").index("article").getAll([inventoryId, articleId]),
    tx
      .objectStore("outbox")
      .index("subject")
      .getAll([inventoryId, `a${articleId}`]),
  ]);
  const [first] = serverItems;
  const named = article === null ? first && itemRef(first) : refOf(article);
  if (inventory === undefined || named === undefined) return null;
  return new ArticleItems(
    inventory,
    named,
    serverItems,
    localOperations.filter(({ ahead }) => ahead === 1),
  );
}

/** The current state of the item of an operation; null: an unknown code, or not stored any more. */
export async function itemOfEntry(entry: OutboxEntry): Promise<ItemNow | null> {
  const { inventoryId, articleId, itemId, placeId, operation } = entry;
  const items = articleId === null ? null : await itemsOfArticle(inventoryId, articleId);
  if (items === null) return null;
  const at = items.at(placeId, operation.isExtra);
  return (itemId === null ? null : items.get(itemId)) ?? (at === "locationRequired" ? null : at);
}

/** The expected quantity of an item; null: not expected, hidden, or unknown. */
export const expectedOf = (item: ItemNow | null): number | null =>
  item === null || item.isUnexpected ? null : item.expected;

/** The progress of a location. */
export interface LocationProgress {
  readonly expected: number;
  readonly counted: number;
  /** Not counted, or marked for recount. */
  readonly open: number;
  /** Open questions about scans at the location. */
  readonly openQuestions: number;
  /** Articles with fewer pieces than expected; empty if the expected quantity is hidden (blind). */
  readonly below: readonly number[];
}

/** The current progress of a location. */
export async function progressHere(inventoryId: number, placeId: number): Promise<LocationProgress> {
  const [{ inventory, items, ahead, changed }, questions] = await Promise.all([
    readLocation(inventoryId, placeId),
    entriesIn("asked"),
  ]);
  if (inventory === undefined) return { expected: 0, counted: 0, open: 0, openQuestions: 0, below: [] };
  // Only items with local operations are folded: a location may have thousands.
  const serverItems = items.filter(
    ({ articleId, locationId }) => locationId === placeId && !changed.has(articleId),
  );
  const foldedItems = foldItems(
    inventory,
    items.filter(({ articleId }) => changed.has(articleId)),
    ahead,
  ).filter(({ expectedAt }) => expectedAt === placeId);
  const counted = serverItems.filter(hasCount);
  const recountCount = counted.filter((item) => item.isToRecount || item.needsSecondCount).length;
  const articleIdsBelow = [
    ...counted.filter(({ inventoryQuantity, quantity }) => isBelow(inventoryQuantity, quantity)),
    ...foldedItems.filter(({ quantity, expected }) => isBelow(quantity, expected)),
  ];
  return {
    expected: serverItems.length + foldedItems.length,
    counted: counted.length + foldedItems.filter(isCounted).length,
    openQuestions: questions.filter((one) => one.inventoryId === inventoryId && one.placeId === placeId)
      .length,
    open: serverItems.length - counted.length + recountCount + foldedItems.filter(isOpen).length,
    below: articleIdsBelow.map(({ articleId }) => articleId),
  };
}

/** The items with the local operations folded onto them. */
export function foldItems(
  inventory: StoredInventory,
  items: readonly StoredItem[],
  ahead: readonly OutboxEntry[],
): readonly ItemNow[] {
  return [...groupByArticle(items, ahead).values()].flatMap(({ article, serverItems, localOperations }) =>
    new ArticleItems(inventory, article, serverItems, localOperations).all(),
  );
}

/** Whether the item was counted or marked as found. */
export const isCounted = ({ quantity, isFound }: ItemNow): boolean =>
  hasCount({ inventoryQuantity: quantity, isFound });

/** Whether the item is still to be counted, marked for recount, or needs a second count. */
export const isOpen = (item: ItemNow) => !isCounted(item) || item.isToRecount || item.needsSecondCount;

const isBelow = (quantity: number | null, expected: number | null | undefined) =>
  quantity !== null && expected != null && quantity < expected;

/** A recent operation of this terminal. */
export interface Recent {
  readonly entry: OutboxEntry;
  /** It is undone. */
  readonly isUndone: boolean;
  readonly isCorrected: boolean;
}

/**
 * The latest operations of this terminal, newest first. Undo and correction are shown as marks of the changed
 * operation.
 */
export async function recent(inventoryId: number, limit: number): Promise<readonly Recent[]> {
  const entries = await newest(inventoryId, 2 * limit);
  const undoneIds = undoneOperations(entries);
  const corrections = entries.filter(
    ({ how, operationId }) => how === "correct" && !undoneIds.has(operationId),
  );
  const corrected = new Set(corrections.map(({ corrects }) => corrects));
  return entries
    .filter(({ how }) => how !== "undo")
    .slice(0, limit)
    .map((entry) => ({
      entry,
      isUndone: undoneIds.has(entry.operationId),
      isCorrected: corrected.has(entry.operationId),
    }));
}

/** The number of entries read at once. Most belong to this inventory. */
const CHUNK = 64;

/** The newest operations of an inventory, newest first. A cursor takes a phone 1 ms for each. */
async function newest(inventoryId: number, limit: number): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const { store } = db.transaction("outbox");
  const found: OutboxEntry[] = [];
  const last = await store.openKeyCursor(null, "prev");
  for (
    let upperSeq = last === null ? 0 : last.primaryKey;
    upperSeq > 0 && found.length < limit;
    upperSeq -= CHUNK
  ) {
    const chunk = await store.getAll(IDBKeyRange.bound(upperSeq - CHUNK, upperSeq, true));
    found.push(...chunk.filter((entry) => entry.inventoryId === inventoryId).reverse());
  }
  return found.slice(0, limit);
}

async function readLocation(inventoryId: number, placeId: number) {
  const ahead = await unconfirmedOf(inventoryId);
  const serverItems = await readLocationItems(inventoryId, placeId);
  const items = new Map(serverItems.items);
  // Includes items scanned here that belong elsewhere, and items of this location scanned elsewhere.
  const articles = new Set([...items.values()].map(({ articleId }) => articleId));
  const localEntries = ahead.filter(
    ({ operation, placeId: at }) => operation.locationId === placeId || at === placeId,
  );
  for (const { articleId } of localEntries) if (articleId !== null) articles.add(articleId);
  const changed = [...new Set(ahead.map(({ articleId }) => articleId))].filter(
    (id): id is number => id !== null && articles.has(id),
  );
  for (const item of await readItemsOfArticles(inventoryId, serverItems, changed)) items.set(item.oid, item);
  return {
    inventory: serverItems.inventory,
    items: [...items.values()],
    ahead: ahead.filter(({ articleId }) => articleId !== null && articles.has(articleId)),
    changed: new Set(changed),
  };
}

const itemRef = ({ article, unit }: StoredItem): ArticleRef => ({ ...article, unit });

interface Group {
  readonly article: ArticleRef;
  readonly serverItems: StoredItem[];
  readonly localOperations: OutboxEntry[];
}

function groupByArticle(items: readonly StoredItem[], ahead: readonly OutboxEntry[]): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const item of items) {
    const known = groups.get(item.articleId);
    if (known === undefined)
      groups.set(item.articleId, { article: itemRef(item), serverItems: [item], localOperations: [] });
    else known.serverItems.push(item);
  }
  for (const entry of ahead) {
    const { articleId, shown } = entry;
    if (articleId === null) continue;
    const known = groups.get(articleId);
    if (known !== undefined) known.localOperations.push(entry);
    else
      groups.set(articleId, {
        article: shownRef(articleId, shown),
        serverItems: [],
        localOperations: [entry],
      });
  }
  return groups;
}
