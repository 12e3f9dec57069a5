import { ArticleState } from "../../catalogue/catalogue.ts";
import { State } from "../../domain/inventory-states.ts";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import type { ItemRange } from "../items/item-ranges.ts";
import { currencyOf } from "../items/item-sql.ts";

// Creating and deleting the items of an inventory.

interface NewItems {
  readonly end: number;
  readonly inventoryId: number;
  /** The last item of an earlier preparation. */
  readonly lastOld: number;
  readonly change: number;
}
interface StockSlice {
  readonly tenantId: number;
  readonly locationId: number;
  /** Stock rows after this oid. */
  readonly after: number;
}

/** The number of stock rows of a location. */
export const stockRows = statement((p: { locationId: number }) =>
  sqlite
    .selectFrom("articleLocation")
    .where("locationId", "=", p.locationId)
    .select((eb) => eb.fn.countAll<number>().as("rows")),
);

/** The last stock row of the next slice of a location; null if there is none. */
export const endOfSlice = statement((p: StockSlice & { limit: number }) =>
  sqlite
    .selectFrom(
      sqlite
        .selectFrom("articleLocation")
        .where("tenantId", "=", p.tenantId)
        .where("locationId", "=", p.locationId)
        .where("oid", ">", p.after)
        .orderBy("oid")
        .limit(p.limit)
        .select("oid")
        .as("slice"),
    )
    .select((eb) => eb.fn.max<number | null>("slice.oid").as("end")),
);

/**
 * Creates an item for each stock row of a slice, without deleted and disposed articles. An article that left the location and
 * came back meanwhile has a new row there, and its item already.
 */
export const insertItems = statement((p: StockSlice & NewItems) => itemInsertion(p, false));
/** As `insertItems`, of the selected stock only. */
export const insertSelectedItems = statement((p: StockSlice & NewItems) => itemInsertion(p, true));

function itemInsertion(p: StockSlice & NewItems, isSelective: boolean) {
  return sqlite
    .insertInto("inventoryItem")
    .columns([
      "tenantId",
      "inventoryId",
      "articleId",
      "locationId",
      "quantity",
      "price",
      "currency",
      "change",
    ])
    .expression((eb) =>
      eb
        .selectFrom("articleLocation as p")
        .innerJoin("article as a", "a.oid", "p.articleId")
        .where("p.tenantId", "=", p.tenantId)
        .where("p.locationId", "=", p.locationId)
        .where("p.oid", ">", p.after)
        .where("p.oid", "<=", p.end)
        .where("a.deleted", "=", 0)
        .where("a.stateId", "<>", ArticleState.Disposed)
        .$if(isSelective, (query) =>
          query.where((of) =>
            of.exists(
              of
                .selectFrom("inventorySelection as s")
                .where("s.inventoryId", "=", p.inventoryId)
                .where("s.locationId", "=", p.locationId)
                .whereRef("s.articleId", "=", "p.articleId")
                .select("s.articleId"),
            ),
          ),
        )
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom("inventoryItem as i")
                .whereRef("i.articleId", "=", "p.articleId")
                .where("i.inventoryId", "=", p.inventoryId)
                .where(withoutIndex("i.locationId"), "=", p.locationId)
                .where(withoutIndex("i.oid"), ">", p.lastOld)
                .select("i.oid"),
            ),
          ),
        )
        .orderBy("p.oid")
        .select((of) => [
          "p.tenantId",
          of.val(p.inventoryId).as("inventoryId"),
          "p.articleId",
          "p.locationId",
          "p.quantity",
          "a.price",
          currencyOf("a", p.tenantId).as("currency"),
          of.val(p.change).as("change"),
        ]),
    );
}

/** The newest item of an inventory; null if it has none. */
export const lastItem = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .select((eb) => eb.fn.max<number | null>("oid").as("oid")),
);
/** Records the deletion of the items of a range, for `items?since=`. */
export const recordRemovedItems = statement((p: ItemRange & { change: number }) =>
  sqlite
    .insertInto("deletedInventoryItem")
    .columns(["inventoryId", "change", "itemId"])
    .expression((eb) =>
      eb
        .selectFrom("inventoryItem")
        .where("inventoryId", "=", p.inventoryId)
        .where("oid", ">", p.after)
        .where("oid", "<=", p.end)
        .select((of) => ["inventoryId", of.val(p.change).as("change"), "oid"]),
    ),
);
export const deleteItems = statement((p: ItemRange) =>
  sqlite
    .deleteFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .where("oid", ">", p.after)
    .where("oid", "<=", p.end),
);

export const setPrepared = updateTable("inventory", { set: ["preparedChange"], where: ["oid", "tenantId"] });

/** The open inventories that expect some of the same articles at the same locations, by id. */
export const overlaps = statement((p: { tenantId: number } & ItemRange) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("inventoryItem as o", (join) =>
      join.onRef("o.articleId", "=", "i.articleId").onRef("o.locationId", "=", "i.locationId"),
    )
    .innerJoin("inventory as v", "v.oid", "o.inventoryId")
    .where("i.tenantId", "=", p.tenantId)
    .where("i.inventoryId", "=", p.inventoryId)
    .where("i.oid", ">", p.after)
    .where("i.oid", "<=", p.end)
    .where("o.inventoryId", "<>", p.inventoryId)
    .where("v.inventoryStateId", ">=", State.WaitingForStart)
    .where("v.inventoryStateId", "<=", State.Processing)
    .groupBy("v.oid")
    .orderBy("v.oid")
    .select((eb) => ["v.oid", "v.name", eb.fn.countAll<number>().as("items")]),
);
