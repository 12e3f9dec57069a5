import { sql } from "kysely";
import type { ArticleLocation } from "../articles/shapes.ts";
import { WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { CodedReference } from "../http/endpoint/references.ts";
import { jsonObject, object } from "../storage/database/json.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { withoutIndex } from "../storage/database/without-index.ts";

// Where the articles are: rows of ArticleLocation, and every change of them. Who asks has made sure that article and
// location are the tenant's; the history of a change is written by the database itself.

/** The most pieces at one place. */
export const MAX_PIECES = 2 ** 31 - 1;

/** An article of a tenant. */
export interface ArticleKey {
  readonly tenantId: number;
  readonly articleId: number;
}

/** A place of it; it need not have pieces there. */
export interface StockKey extends ArticleKey {
  readonly locationId: number;
}

/** ArticleLocation's shape of `articleLocation as p` joined with `location as l`. */
export function stockProperties() {
  const ref = sql.ref;
  return {
    oid: ref<number>("p.oid"),
    articleId: ref<number>("p.articleId"),
    locationId: ref<number>("p.locationId"),
    location: object<CodedReference>({ oid: ref("l.oid"), name: ref("l.name"), code: ref("l.code") }),
    quantity: ref<number>("p.quantity"),
  };
}

const placesOf = (p: ArticleKey) =>
  sqlite
    .selectFrom("articleLocation as p")
    .where(withoutIndex("p.tenantId"), "=", p.tenantId)
    .where("p.articleId", "=", p.articleId);

/** The places of one article, most pieces first; `change` of the row, `shown` of its location. */
export const stockOfArticle = statement((p: ArticleKey) =>
  placesOf(p)
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
  placesOf(p).where("p.locationId", "=", p.locationId).select(["p.oid", "p.quantity"]),
);
const stock = statement((p: ArticleKey) =>
  placesOf(p).orderBy("p.quantity", "desc").orderBy("p.oid").select(["p.locationId", "p.quantity"]),
);
const insert = statement((p: StockKey & { quantity: number; change: number }) =>
  sqlite.insertInto("articleLocation").values({
    tenantId: p.tenantId,
    articleId: p.articleId,
    locationId: p.locationId,
    quantity: p.quantity,
    change: p.change,
  }),
);
const update = statement((p: { oid: number; quantity: number; change: number }) =>
  sqlite
    .updateTable("articleLocation")
    .set({ quantity: p.quantity, change: p.change })
    .where("oid", "=", p.oid),
);
const remove = statement((p: { oid: number }) =>
  sqlite.deleteFrom("articleLocation").where("oid", "=", p.oid),
);

/** How many pieces of the article are at the place. */
export function quantityAt(db: Db, place: StockKey): number {
  return rowAt.first(db, place)?.quantity ?? 0;
}

/** Where the article is, most pieces first. */
export function stockOf(db: Db, article: ArticleKey): { locationId: number; quantity: number }[] {
  return stock.all(db, article);
}

/** Puts pieces of an article at a location where it has none yet. */
export function addStock(tx: Tx, place: StockKey & { readonly quantity: number }): void {
  insert.run(tx, { ...place, change: tx.change });
}

/** Says how many pieces of the article are at the place: a whole number of at least 0, which takes the place away. */
export function setQuantity(tx: Tx, place: StockKey, quantity: number): void {
  const row = rowAt.first(tx, place);
  if (row === null) {
    if (quantity > 0) insert.run(tx, { ...place, quantity, change: tx.change });
  } else if (quantity === 0) remove.run(tx, { oid: row.oid });
  else if (quantity !== row.quantity) update.run(tx, { oid: row.oid, quantity, change: tx.change });
}

/** Makes these the places of the article, by location; it is nowhere else afterwards. Quantities as in `setPlace`. */
export function setStock(tx: Tx, article: ArticleKey, wanted: ReadonlyMap<number, number>): void {
  for (const { locationId } of stockOf(tx, article)) {
    if (!wanted.has(locationId)) setQuantity(tx, { ...article, locationId }, 0);
  }
  for (const [locationId, quantity] of wanted) setQuantity(tx, { ...article, locationId }, quantity);
}

/**
 * Moves pieces (a whole number of at least 1) from one location to another: from null they are put there anew, to null
 * they are taken away. Throws WrongState, saying how many there are, where there are fewer, or more would be than fit.
 */
export function moveStock(
  tx: Tx,
  article: ArticleKey,
  from: number | null,
  to: number | null,
  quantity: number,
): void {
  if (from !== null) {
    const there = quantityAt(tx, { ...article, locationId: from });
    if (there < quantity) throw tooFew(there);
    setQuantity(tx, { ...article, locationId: from }, there - quantity);
  }
  if (to !== null) {
    const there = quantityAt(tx, { ...article, locationId: to });
    if (there > MAX_PIECES - quantity) throw tooMany(there);
    setQuantity(tx, { ...article, locationId: to }, there + quantity);
  }
}

function tooFew(there: number): WrongState {
  if (there === 0)
    return new WrongState(msg("The article is not at this location.", "Artikl v tomto umístění není."));
  return new WrongState(
    msg(
      `Not enough pieces at this location. Available: ${there}.`,
      `V tomto umístění není dost kusů. K dispozici: ${there}.`,
    ),
  );
}

function tooMany(there: number): WrongState {
  return new WrongState(
    msg(
      `This location already has ${there} pieces. The maximum is ${MAX_PIECES}.`,
      `V tomto umístění už je kusů: ${there}. Maximum je ${MAX_PIECES}.`,
    ),
  );
}
