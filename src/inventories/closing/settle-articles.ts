import { type Settled, settle } from "../../domain/closing/settle.ts";
import { changeStock, type StockChange, type StockRow, stockOfArticles } from "../../stock/stock.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { selectedLocations } from "../create.ts";
import type { InventoryRecord } from "../inventory.ts";
import { itemRanges } from "../items/item-ranges.ts";
import { isSelective } from "../rule.ts";
import * as store from "./store.ts";

/** Articles that are settled at once: about a millisecond. */
export const MAX_ARTICLES = 20;

/** The articles with items in an inventory, by id, and those whose stock may change. */
export interface InventoryArticles {
  readonly all: readonly number[];
  readonly changing: ReadonlySet<number>;
}

/**
 * Reads the articles of an inventory after an id: yields null after each part, then the articles. Stock that moves meanwhile
 * changes no other article: one that was found as expected keeps its recorded stock.
 */
export function* articlesOf(
  db: Db,
  { oid: inventoryId }: InventoryRecord,
  after: number,
): Generator<InventoryArticles | null, void> {
  const [all, changing] = [new Set<number>(), new Set<number>()];
  for (const range of itemRanges(db, inventoryId, 0)) {
    for (const { articleId, mayChange } of store.articlesOfRange.all(db, range)) {
      if (articleId <= after) continue;
      all.add(articleId);
      if (mayChange === 1) changing.add(articleId);
    }
    yield null;
  }
  yield { all: [...all].toSorted((a, b) => a - b), changing };
}

/** The stock of an article before and after the close. */
export interface Settlement extends Settled<store.ArticleItem> {
  readonly articleId: number;
  /** Null: pieces. */
  readonly unit: string | null;
  readonly before: readonly StockRow[];
}

/** What the counts of some articles, by id, do to their stock. Leaves out deleted articles. Writes nothing. */
export function* settlements(
  db: Db,
  inventory: InventoryRecord,
  articleIds: readonly number[],
): Generator<Settlement, void> {
  const { tenantId, oid: inventoryId } = inventory;
  const articles = JSON.stringify(articleIds);
  const items = Map.groupBy(
    store.itemsOfArticles.all(db, { inventoryId, articles }),
    (item) => item.articleId,
  );
  const stock = stockOfArticles(db, tenantId, articleIds);
  const isInside = locationFilter(db, inventory);
  for (const [articleId, ofArticle] of items) {
    const before = stock.get(articleId) ?? [];
    const recorded = new Map(before.map(({ locationId, quantity }) => [locationId, quantity]));
    yield { articleId, unit: ofArticle[0]?.unit ?? null, before, ...settle(ofArticle, recorded, isInside) };
  }
}

/** Whether an inventory counts all that is at a location. */
function locationFilter(db: Db, inventory: InventoryRecord): (locationId: number) => boolean {
  const { tenantId, oid: inventoryId } = inventory;
  // It counts single records.
  if (isSelective(db, inventory)) return () => false;
  if (selectedLocations.first(db, { tenantId, inventoryId }) === null) return () => true;
  return (locationId) => store.chosenAbove.first(db, { inventoryId, locationId }) !== null;
}

/** Applies the counts of some articles, by id, to their stock, and keeps in the items where pieces were taken from. */
export function settleArticles(tx: Tx, inventory: InventoryRecord, articleIds: readonly number[]): void {
  const { tenantId, oid } = inventory;
  const last = articleIds.at(-1);
  if (last === undefined) return;
  // First, so that the movements do not mark the items of this inventory. Nobody else writes before the last article is settled.
  store.setSettled.run(tx, { tenantId, oid, settledArticleId: last });
  const settled = [...settlements(tx, inventory, articleIds)];
  changeStock(tx, stockChanges(tenantId, settled));
  for (const { item, locationId, quantity } of settled.flatMap(({ taken }) => taken))
    store.setTaken.run(tx, {
      tenantId,
      oid: item.oid,
      takenFromLocationId: locationId,
      takenQuantity: quantity,
      change: tx.change,
    });
}

function* stockChanges(tenantId: number, settled: readonly Settlement[]): Generator<StockChange, void> {
  for (const { articleId, before, after } of settled) {
    const rows = new Map(before.map((row) => [row.locationId, row]));
    for (const [locationId, quantity] of after)
      yield { tenantId, articleId, locationId, row: rows.get(locationId) ?? null, quantity };
  }
}
