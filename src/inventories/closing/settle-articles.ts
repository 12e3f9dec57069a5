import { settle } from "../../domain/closing/settle.ts";
import { stockOfArticles, updateStock } from "../../stock/stock.ts";
import type { Tx } from "../../storage/database/statement.ts";
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
  tx: Tx,
  { oid: inventoryId }: InventoryRecord,
  after: number,
): Generator<Iterable<number>, void> {
  const found = new Set<number>();
  for (const range of itemRanges(tx, inventoryId, 0)) {
    for (const { articleId } of store.articlesOfRange.all(tx, range))
      if (articleId > after) found.add(articleId);
    yield [];
  }
  yield [...found].toSorted((a, b) => a - b);
}

/** Applies the counts of some articles, by id, to their stock. Leaves out deleted articles. */
export function settleArticles(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  articleIds: readonly number[],
): void {
  const articles = JSON.stringify(articleIds);
  const last = articleIds.at(-1);
  if (last === undefined) return;
  // First, so that the movements do not mark the items of this inventory. Nobody else writes before the last article is settled.
  store.setSettled.run(tx, { tenantId, oid: inventoryId, articleId: last });
  const items = Map.groupBy(
    store.itemsOfArticles.all(tx, { inventoryId, articles }),
    (item) => item.articleId,
  );
  const stock = stockOfArticles(tx, tenantId, articleIds);
  for (const [articleId, ofArticle] of items) {
    const rows = stock.get(articleId) ?? [];
    const recorded = new Map(rows.map(({ locationId, quantity }) => [locationId, quantity]));
    updateStock(tx, { tenantId, articleId }, rows, settle(ofArticle, recorded));
  }
}
