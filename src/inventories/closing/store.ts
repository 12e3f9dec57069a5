import { type Expression, type SqlBool, sql } from "kysely";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";

// Queries of the close.

interface OfInventory {
  readonly tenantId: number;
  readonly inventoryId: number;
}

/** Counted items, without those found as expected whose stock has not moved: these change nothing. */
const mayChangeStock = sql<SqlBool>`(i.inventoryQuantity IS NOT NULL OR i.isFound = 1) AND NOT (
  i.isUnexpected = 0 AND i.isFound = 1
  AND NOT EXISTS (SELECT 1 FROM inventoryItemMovement WHERE itemId = i.oid)
  AND ifnull(i.inventoryQuantity, i.quantity) = i.quantity
  AND ifnull(i.inventoryLocationId, i.locationId) = i.locationId)` satisfies Expression<SqlBool>;

/** The articles after an id whose stock may change, by id, without deleted ones. */
export const articles = statement((p: OfInventory & { after: number }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("article as a", "a.oid", "i.articleId")
    .where("i.inventoryId", "=", p.inventoryId)
    .where("i.tenantId", "=", p.tenantId)
    .where("a.deleted", "=", 0)
    .where("i.articleId", ">", p.after)
    .where(mayChangeStock)
    .groupBy("i.articleId")
    .orderBy("i.articleId")
    .select("i.articleId"),
);

/** The newest change of any item. */
export const newestItem = statement((p: OfInventory) =>
  sqlite
    .selectFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .orderBy("change", "desc")
    .limit(1)
    .select("change"),
);

const movedSinceCount = sql<number>`(
  SELECT ifnull(sum(m.quantity), 0) FROM inventoryItemMovement m
  WHERE m.itemId = inventoryItem.oid AND m.at >= inventoryItem.countedDT)`;

/** All items of one article. */
export const itemsOfArticle = statement((p: OfInventory & { articleId: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .where("articleId", "=", p.articleId)
    .where("inventoryId", "=", p.inventoryId)
    .orderBy("oid")
    .select(movedSinceCount.as("movedSinceCount"))
    .select([
      "locationId",
      "inventoryLocationId",
      "foundAtLocationId",
      "quantity",
      "inventoryQuantity",
      "isFound",
      "movedQuantity",
      "decision",
    ]),
);

/** The items after an oid that are marked for disposal, with the last counter. */
export const disposals = statement((p: OfInventory & { after: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .where("tenantId", "=", p.tenantId)
    .where("inventoryId", "=", p.inventoryId)
    .where("isDisposal", "=", 1)
    .where("oid", ">", p.after)
    .orderBy("oid")
    .select(["oid", "articleId", "disposalMethodId", "disposalReasonId", "note", "countedBy"]),
);

/** Records the last settled article. */
export const setSettled = statement((p: { tenantId: number; oid: number; articleId: number }) =>
  sqlite
    .updateTable("inventory")
    .set({ settledArticleId: p.articleId })
    .where("oid", "=", p.oid)
    .where("tenantId", "=", p.tenantId),
);
