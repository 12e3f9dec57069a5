import { sql } from "kysely";
import type { ArticleLocation } from "../articles/shapes.ts";
import { MAX_PIECES } from "../domain/counting/fold.ts";
import type { CodedReference } from "../http/endpoint/references.ts";
import { elementsOf, jsonObject, numbersIn, object } from "../storage/database/json.ts";
import { type Db, sqlite, statement, type Tx, withoutIndex } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, updateTable } from "../storage/database/table-statements.ts";
import { tooFew, tooMany, tooManyTogether } from "./stock-errors.ts";

// The stock: rows of articleLocation and all changes of them. Callers check that article and location belong to the tenant.
// Database triggers write the history.

/** An article of a tenant. */
export interface ArticleKey {
  readonly tenantId: number;
  readonly articleId: number;
}

/** An article at a location, with or without pieces. */
export interface StockKey extends ArticleKey {
  readonly locationId: number;
}

/** The properties of ArticleLocation, from `articleLocation as p` joined with `location as l`. */
function stockProperties() {
  const ref = sql.ref;
  return {
    oid: ref<number>("p.oid"),
    articleId: ref<number>("p.articleId"),
    locationId: ref<number>("p.locationId"),
    location: object<CodedReference>({ oid: ref("l.oid"), name: ref("l.name"), code: ref("l.code") }),
    quantity: ref<number>("p.quantity"),
  };
}

const rowsOf = (p: ArticleKey) =>
  sqlite
    .selectFrom("articleLocation as p")
    .where(withoutIndex("p.tenantId"), "=", p.tenantId)
    .where("p.articleId", "=", p.articleId);

const unitOf = statement((p: ArticleKey) =>
  sqlite
    .selectFrom("article")
    .where("oid", "=", p.articleId)
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .select("unit"),
);
/** The stock of one article, most pieces first. `change`: of the row; `shown`: of its location. */
export const stockOfArticle = statement((p: ArticleKey) =>
  rowsOf(p)
    .innerJoin("location as l", "l.oid", "p.locationId")
    .orderBy("p.quantity", "desc")
    .orderBy("p.oid")
    .select([
      "p.oid",
      "p.change",
      "l.change as shown",
      jsonObject<ArticleLocation>(stockProperties()).as("json"),
    ]),
);

const rowAt = statement((p: StockKey) =>
  rowsOf(p).where("p.locationId", "=", p.locationId).select(["p.oid", "p.quantity"]),
);
const stock = statement((p: ArticleKey) =>
  rowsOf(p).orderBy("p.quantity", "desc").orderBy("p.oid").select(["p.locationId", "p.quantity"]),
);
const insert = insertInto("articleLocation", ["tenantId", "articleId", "locationId", "quantity", "change"]);
/** `rows`: article, location and quantity (JSON). */
const insertMany = statement((p: { tenantId: number; rows: string; change: number }) =>
  sqlite
    .insertInto("articleLocation")
    .columns(["tenantId", "articleId", "locationId", "quantity", "change"])
    .expression(
      sqlite
        .selectFrom(elementsOf(p.rows).as("added"))
        .select([
          sql.val(p.tenantId).as("tenantId"),
          sql`added.value ->> 0`.as("articleId"),
          sql`added.value ->> 1`.as("locationId"),
          sql`added.value ->> 2`.as("quantity"),
          sql.val(p.change).as("change"),
        ]),
    ),
);
const update = updateTable("articleLocation", { set: ["quantity", "change"], where: ["oid"] });
const remove = deleteFrom("articleLocation", ["oid"]);

const removeOf = statement((p: { tenantId: number; articles: string; locations: string }) =>
  sqlite
    .deleteFrom("articleLocation")
    .where((eb) =>
      eb.or([
        eb("articleId", "in", numbersIn(p.articles)),
        eb.and([eb("tenantId", "=", p.tenantId), eb("locationId", "in", numbersIn(p.locations))]),
      ]),
    ),
);

/** The pieces of the article at the location. */
export function quantityAt(db: Db, key: StockKey): number {
  return rowAt.first(db, key)?.quantity ?? 0;
}

/** The stock of the article by location, most pieces first. */
export function stockOf(db: Db, article: ArticleKey): { locationId: number; quantity: number }[] {
  return stock.all(db, article);
}

const stockOfMany = statement((p: { tenantId: number; articles: string }) =>
  sqlite
    .selectFrom("articleLocation as p")
    .where(withoutIndex("p.tenantId"), "=", p.tenantId)
    .where("p.articleId", "in", numbersIn(p.articles))
    .select(["p.oid", "p.articleId", "p.locationId", "p.quantity"]),
);

/** A stored row of stock. */
export type StockRow = NonNullable<ReturnType<typeof stockOfMany.first>>;

/** The stock of several articles, by article. */
export function stockOfArticles(
  db: Db,
  tenantId: number,
  articleIds: readonly number[],
): Map<number, StockRow[]> {
  const rows = stockOfMany.all(db, { tenantId, articles: JSON.stringify(articleIds) });
  return Map.groupBy(rows, ({ articleId }) => articleId);
}

/** The new pieces of an article at a location. `row`: its present stock there. */
export interface StockChange extends StockKey {
  readonly row: StockRow | null;
  readonly quantity: number;
}
/** `rows`: pairs of oid and quantity (JSON). */
const updateMany = statement((p: { rows: string; change: number }) =>
  sqlite
    .updateTable("articleLocation")
    .from(sql<{ value: string }>`json_each(${p.rows})`.as("changed"))
    .set({ quantity: sql<number>`changed.value ->> 1`, change: p.change })
    .where("articleLocation.oid", "=", sql<number>`changed.value ->> 0`),
);

/** Sets the pieces of articles at locations, as `setQuantity`. Rows that stay are updated by one statement. */
export function changeStock(tx: Tx, changes: Iterable<StockChange>): void {
  const updated: (readonly [oid: number, quantity: number])[] = [];
  for (const { row, quantity, ...key } of changes) {
    if (row === null || quantity === 0) setRow(tx, key, row, quantity);
    else if (quantity !== row.quantity) updated.push([row.oid, quantity]);
  }
  if (updated.length > 0) updateMany.run(tx, { rows: JSON.stringify(updated), change: tx.change });
}

/** Adds stock at a location where the article has none yet. */
export function addStock(tx: Tx, key: StockKey & { readonly quantity: number }): void {
  insert.run(tx, { ...key, change: tx.change });
}

/** Adds stock of many articles as `addStock`, by one statement. */
export function addStockOfMany(tx: Tx, tenantId: number, stock: readonly Omit<StockRow, "oid">[]): void {
  const rows = stock.map(({ articleId, locationId, quantity }) => [articleId, locationId, quantity]);
  insertMany.run(tx, { tenantId, rows: JSON.stringify(rows), change: tx.change });
}

/** Sets the pieces of the article at the location: an integer of at least 0. 0 removes the row. */
export function setQuantity(tx: Tx, key: StockKey, quantity: number): void {
  setRow(tx, key, rowAt.first(tx, key), quantity);
}

function setRow(
  tx: Tx,
  key: StockKey,
  row: Pick<StockRow, "oid" | "quantity"> | null,
  quantity: number,
): void {
  if (row === null) {
    if (quantity > 0) insert.run(tx, { ...key, quantity, change: tx.change });
  } else if (quantity === 0) remove.run(tx, { oid: row.oid });
  else if (quantity !== row.quantity) update.run(tx, { oid: row.oid, quantity, change: tx.change });
}

/** Replaces the stock of the article: quantities by location id, as in `setQuantity`. */
export function setStock(tx: Tx, article: ArticleKey, quantities: ReadonlyMap<number, number>): void {
  for (const { locationId } of stockOf(tx, article)) {
    if (!quantities.has(locationId)) setQuantity(tx, { ...article, locationId }, 0);
  }
  for (const [locationId, quantity] of quantities) setQuantity(tx, { ...article, locationId }, quantity);
}

/**
 * Moves pieces (an integer of at least 1) between locations. `from` null: new pieces. `to` null: removed pieces. Throws
 * WrongState with the available quantity if there are fewer pieces, or if the target would exceed MAX_PIECES.
 */
export function moveStock(
  tx: Tx,
  article: ArticleKey,
  from: number | null,
  to: number | null,
  quantity: number,
): void {
  if (from !== null) {
    const available = quantityAt(tx, { ...article, locationId: from });
    if (available < quantity) throw tooFew(available, unitOf.first(tx, article)?.unit ?? null);
    setQuantity(tx, { ...article, locationId: from }, available - quantity);
  }
  if (to !== null) {
    const available = quantityAt(tx, { ...article, locationId: to });
    if (available > MAX_PIECES - quantity) throw tooMany(available);
    setQuantity(tx, { ...article, locationId: to }, available + quantity);
  }
}

/**
 * Moves all pieces of the article to one location; an article without stock gets one piece there. Returns false if it was so
 * already. Throws WrongState above MAX_PIECES.
 */
export function gatherStock(tx: Tx, article: ArticleKey, locationId: number): boolean {
  const before = stockOf(tx, article);
  const quantity = before.reduce((sum, row) => sum + row.quantity, 0) || 1;
  if (quantity > MAX_PIECES) throw tooManyTogether(quantity);
  const [only] = before;
  if (before.length === 1 && only?.locationId === locationId && only.quantity === quantity) return false;
  setStock(tx, article, new Map([[locationId, quantity]]));
  return true;
}

/** Removes the stock of articles, and of all articles at locations, whose rows are removed. */
export function eraseStock(
  tx: Tx,
  tenantId: number,
  of: { readonly articleIds: readonly number[]; readonly locationIds: readonly number[] },
): void {
  const [articles, locations] = [JSON.stringify(of.articleIds), JSON.stringify(of.locationIds)];
  removeOf.run(tx, { tenantId, articles, locations });
}
