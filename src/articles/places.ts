import { sql } from "kysely";
import { jsonObject, object } from "../storage/json.ts";
import { sqlite, statement, type Tx } from "../storage/statement.ts";
import { unindexed } from "../storage/unindexed.ts";
import type { ArticleLocation, LocationName } from "./shapes.ts";

// Where the articles are: rows of ArticleLocation.

/** ArticleLocation's shape of `articleLocation as p` joined with `location as l`. */
export function placeProperties() {
  const ref = sql.ref;
  return {
    oid: ref<number>("p.oid"),
    articleId: ref<number>("p.articleId"),
    locationId: ref<number>("p.locationId"),
    location: object<LocationName>({ oid: ref("l.oid"), name: ref("l.name"), code: ref("l.code") }),
    quantity: ref<number>("p.quantity"),
  };
}

/** The places of one article, most pieces first. */
export const placesOfArticle = statement((p: { tenantId: number; articleId: number }) =>
  sqlite
    .selectFrom("articleLocation as p")
    .innerJoin("location as l", "l.oid", "p.locationId")
    .where(unindexed("p.tenantId"), "=", p.tenantId)
    .where("p.articleId", "=", p.articleId)
    .orderBy("p.quantity", "desc")
    .orderBy("p.oid")
    .select(jsonObject<ArticleLocation>(placeProperties()).as("json")),
);

const insert = statement(
  (p: { tenantId: number; articleId: number; locationId: number; quantity: number; change: number }) =>
    sqlite.insertInto("articleLocation").values({
      tenantId: p.tenantId,
      articleId: p.articleId,
      locationId: p.locationId,
      quantity: p.quantity,
      change: p.change,
    }),
);

/** Puts pieces of an article at a location where it has none yet. */
export function addPlace(
  tx: Tx,
  place: { tenantId: number; articleId: number; locationId: number; quantity: number },
): void {
  insert.run(tx, { ...place, change: tx.change });
}
