import { sql } from "kysely";
import { numbersIn } from "../../storage/database/json.ts";
import { type Db, sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import type { OfInventory } from "../inventory.ts";
import { type ItemRange, itemsIn } from "../items/item-ranges.ts";
import {
  movedSinceCount,
  movedToFound,
  recordedWhereFound,
  stayedWhereExpected,
} from "../items/second-count-sql.ts";

// Queries of the close.

/** Counted items, without those found as expected whose stock has not moved: these change nothing. */
const mayChangeStock = sql<0 | 1>`((i.inventoryQuantity IS NOT NULL OR i.isFound = 1) AND NOT (
  i.isUnexpected = 0 AND i.isFound = 1
  AND NOT EXISTS (SELECT 1 FROM inventoryItemMovement WHERE itemId = i.oid)
  AND ifnull(i.inventoryQuantity, i.quantity) = i.quantity
  AND ifnull(i.inventoryLocationId, i.locationId) = i.locationId))`;

/** The articles of a range of items. `mayChange`: their stock may change. */
export const articlesOfRange = statement((p: ItemRange) =>
  itemsIn(p).select(["i.articleId", mayChangeStock.as("mayChange")]),
);

const nextLocation = statement((p: { inventoryId: number; after: number }) =>
  sqlite
    .selectFrom(
      nextOf(p, "locationId")
        .unionAll(nextOf(p, "inventoryLocationId"))
        .unionAll(nextOf(p, "foundAtLocationId"))
        .as("next"),
    )
    .select((eb) => eb.fn.min<number | null>("next.oid").as("oid")),
);
function nextOf(
  p: { inventoryId: number; after: number },
  column: "locationId" | "inventoryLocationId" | "foundAtLocationId",
) {
  return sqlite
    .selectFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .where(column, ">", p.after)
    .select((eb) => eb.fn.min<number | null>(column).as("oid"));
}

/** The expected and counted locations of an inventory, by id: one look-up in three indexes for each. */
export function* locationsOf(db: Db, inventoryId: number): Generator<number, void> {
  for (let after = 0; ; ) {
    const next = nextLocation.first(db, { inventoryId, after })?.oid ?? null;
    if (next === null) return;
    yield next;
    after = next;
  }
}

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

/** The number of expected items that are not counted. */
export const notCounted = statement((p: OfInventory) =>
  sqlite
    .selectFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .where("isUnexpected", "=", 0)
    .where("inventoryQuantity", "is", null)
    .where("isFound", "=", 0)
    .select((eb) => eb.fn.countAll<number>().as("items")),
);

/** A location that an inventory counts, which is this one or above it. */
export const chosenAbove = statement((p: { inventoryId: number; locationId: number }) =>
  sqlite
    .withRecursive("up", (db) =>
      db
        .selectNoFrom(sql<number | null>`${p.locationId}`.as("oid"))
        .union((eb) =>
          eb
            .selectFrom("location as l")
            .innerJoin("up", "up.oid", "l.oid")
            .select("l.parentLocationId as oid"),
        ),
    )
    .selectFrom("up")
    .innerJoin("inventoryLocation as s", (join) =>
      join.onRef("s.locationId", "=", "up.oid").on("s.inventoryId", "=", p.inventoryId),
    )
    .select("s.locationId"),
);

/** All items of articles (JSON), without deleted articles. */
export const itemsOfArticles = statement((p: { inventoryId: number; articles: string }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("article as a", "a.oid", "i.articleId")
    .where("i.articleId", "in", numbersIn(p.articles))
    .where("i.inventoryId", "=", p.inventoryId)
    .where("a.deleted", "=", 0)
    .orderBy("i.articleId")
    .orderBy("i.oid")
    .select([
      "a.unit",
      movedSinceCount().as("movedSinceCount"),
      movedToFound().as("movedToFound"),
      stayedWhereExpected().as("stayedWhereExpected"),
      recordedWhereFound().as("recordedWhereFound"),
    ])
    .select([
      "i.oid",
      "i.articleId",
      "i.locationId",
      "i.inventoryLocationId",
      "i.foundAtLocationId",
      "i.quantity",
      "i.inventoryQuantity",
      "i.isFound",
      "i.movedQuantity",
      "i.decision",
    ]),
);

/** A row of `itemsOfArticles`. */
export type ArticleItem = NonNullable<ReturnType<typeof itemsOfArticles.first>>;

/** Records where the close has taken pieces of an item from. */
export const setTaken = updateTable("inventoryItem", {
  set: ["takenFromLocationId", "takenQuantity", "change"],
  where: ["oid", "tenantId"],
});

/** The items of a range that are marked for disposal, with the last counter. Of unexpected ones that were taken back nothing is left. */
export const disposals = statement((p: ItemRange) =>
  itemsIn(p)
    .where("i.isDisposal", "=", 1)
    .where((eb) => eb.or([eb("i.isUnexpected", "=", 0), eb("i.isFound", "=", 1)]))
    .orderBy("i.oid")
    .select(["i.oid", "i.articleId", "i.disposalMethodId", "i.disposalReasonId", "i.note", "i.countedBy"]),
);

/** Records the last settled article. */
export const setSettled = updateTable("inventory", { set: ["settledArticleId"], where: ["oid", "tenantId"] });
