import { type Stock, settle } from "../../domain/closing/settle.ts";
import { type StockRow, stockOfArticles, updateStock } from "../../stock/stock.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { itemRanges } from "../items/item-ranges.ts";
import * as store from "./store.ts";

/** Articles that are settled at once: about a millisecond. */
export const MAX_ARTICLES = 20;

/**
 * The articles after an id whose stock may change, by id, in several parts; all but the last part are empty. Stock that moves
 * meanwhile changes no other article: one that was found as expected keeps its recorded stock.
 */
export function* articlesToSettle(
  db: Db,
  { oid: inventoryId }: InventoryRecord,
  after: number,
): Generator<Iterable<number>, void> {
  const found = new Set<number>();
  for (const range of itemRanges(db, inventoryId, 0)) {
    for (const { articleId } of store.articlesOfRange.all(db, range))
      if (articleId > after) found.add(articleId);
    yield [];
  }
  yield [...found].toSorted((a, b) => a - b);
}

/** The stock of an article before and after the close. */
export interface Settlement {
  readonly articleId: number;
  readonly before: readonly StockRow[];
  readonly after: Stock;
}

/** What the counts of some articles, by id, do to their stock. Leaves out deleted articles. Writes nothing. */
export function* settlements(
  db: Db,
  { tenantId, oid: inventoryId }: InventoryRecord,
  articleIds: readonly number[],
): Generator<Settlement, void> {
  const articles = JSON.stringify(articleIds);
  const items = Map.groupBy(
    store.itemsOfArticles.all(db, { inventoryId, articles }),
    (item) => item.articleId,
  );
  const stock = stockOfArticles(db, tenantId, articleIds);
  for (const [articleId, ofArticle] of items) {
    const before = stock.get(articleId) ?? [];
    const recorded = new Map(before.map(({ locationId, quantity }) => [locationId, quantity]));
    yield { articleId, before, after: settle(ofArticle, recorded) };
  }
}

/** Applies the counts of some articles, by id, to their stock. */
export function settleArticles(tx: Tx, inventory: InventoryRecord, articleIds: readonly number[]): void {
  const { tenantId, oid } = inventory;
  const last = articleIds.at(-1);
  if (last === undefined) return;
  // First, so that the movements do not mark the items of this inventory. Nobody else writes before the last article is settled.
  store.setSettled.run(tx, { tenantId, oid, articleId: last });
  for (const { articleId, before, after } of settlements(tx, inventory, articleIds))
    updateStock(tx, { tenantId, articleId }, before, after);
}
