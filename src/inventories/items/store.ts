import { sql } from "kysely";
import { currencyOf } from "../../catalogue/currency.ts";
import type { CountState } from "../../domain/counting/fold.ts";
import { State } from "../../domain/inventory-states.ts";
import type { Result } from "../../domain/results.ts";
import { bool, type Json, jsonObject, money, object, objectOrNull } from "../../storage/database/json.ts";
import type { Flag } from "../../storage/database/schema.ts";
import { type Statement, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import type { OfInventory, Visibility } from "../inventory.ts";
import type { Explanation, InventoryItem, LastCount } from "../shapes.ts";
import { type ItemRange, itemsIn } from "./item-ranges.ts";
import { resultOf, unitOfItem } from "./item-sql.ts";
import { movedBeforeCount, needsSecondCount } from "./second-count-sql.ts";

/** Columns of the item's article, inventory and last counter, as scalar subqueries: a join takes three times as long here. */
const ofArticle = <T>(column: "code" | "name" | "change") =>
  sql<T>`(SELECT ${sql.ref(column)} FROM ${sql.table("article")} WHERE oid = i.articleId)`;
const ofItsInventory = <T>(column: "change" | "inventoryStateId" | "isBlind") =>
  sql<T>`(SELECT ${sql.ref(column)} FROM ${sql.table("inventory")} WHERE oid = i.inventoryId)`;
const ofCounter = <T>(column: "fullName" | "change") =>
  sql<T>`(SELECT ${sql.ref(column)} FROM ${sql.table("user")} WHERE oid = i.countedBy)`;

/** Fields that show what is expected: a blind count hides them. */
type HiddenField =
  | "quantity"
  | "movedQuantity"
  | "movedBeforeCount"
  | "takenFrom"
  | "explanation"
  | "method"
  | "result";

/** InventoryItem of `inventoryItem as i`. */
export function itemJson(visibility: Visibility) {
  const ref = sql.ref;
  const before = {
    oid: ref<number>("i.oid"),
    inventoryId: ref<number>("i.inventoryId"),
    articleId: ref<number>("i.articleId"),
    locationId: ref<number | null>("i.locationId"),
    inventoryLocationId: ref<number | null>("i.inventoryLocationId"),
    foundAtLocationId: ref<number | null>("i.foundAtLocationId"),
  };
  const after = {
    inventoryQuantity: ref<number | null>("i.inventoryQuantity"),
    isFound: bool(ref("i.isFound")),
    isDisposal: bool(ref("i.isDisposal")),
    isApproved: bool(ref("i.isApproved")),
    disposalMethodId: ref<number | null>("i.disposalMethodId"),
    disposalReasonId: ref<number | null>("i.disposalReasonId"),
    note: ref<string | null>("i.note"),
    isUnexpected: bool(ref("i.isUnexpected")),
    isToRecount: bool(ref("i.isToRecount")),
    needsSecondCount: bool(needsSecondCount()),
    counted: objectOrNull<LastCount>(ref("i.countedBy"), {
      at: ref("i.countedDT"),
      user: object<LastCount["user"]>({ id: ref("i.countedBy"), fullName: ofCounter("fullName") }),
    }),
    movedDT: ref<string | null>("i.movedDT"),
    decision: ref<InventoryItem["decision"]>("i.decision"),
    price: money(ref("i.price")),
    currency: ref<string | null>("i.currency"),
    article: object<InventoryItem["article"]>({
      oid: ref("i.articleId"),
      code: ofArticle("code"),
      name: ofArticle("name"),
    }),
    unit: unitOfItem(),
  };
  return visibility === "hidden"
    ? jsonObject<Omit<InventoryItem, HiddenField>>({
        ...before,
        ...after,
      })
    : jsonObject<InventoryItem>({
        ...before,
        quantity: ref<number>("i.quantity"),
        ...after,
        movedQuantity: ref<number>("i.movedQuantity"),
        movedBeforeCount: movedBeforeCount(),
        takenFrom: objectOrNull<NonNullable<InventoryItem["takenFrom"]>>(ref("i.takenFromLocationId"), {
          locationId: ref("i.takenFromLocationId"),
          quantity: ref("i.takenQuantity"),
        }),
        explanation: objectOrNull<Explanation>(ref("i.settlement"), {
          settlement: ref("i.settlement"),
          cause: ref("i.cause"),
          at: ref("i.explainedDT"),
          by: object<Explanation["by"]>({
            id: ref("i.explainedBy"),
            fullName: sql`(SELECT fullName FROM ${sql.table("user")} WHERE oid = i.explainedBy)`,
          }),
        }),
        method: ref<InventoryItem["method"]>("i.method"),
        result: sql<Result | null>`iif(
          ${ofItsInventory("inventoryStateId")} IN (${State.Processing}, ${State.Closed}), ${resultOf()}, NULL)`,
      });
}

/** The items of a tenant, as `i`. */
export const itemsOf = (tenantId: number) =>
  sqlite.selectFrom("inventoryItem as i").where("i.tenantId", "=", tenantId);

/** One statement for each visibility. */
export const byVisibility = <P extends object, Row>(
  make: (visibility: Visibility) => Statement<P, Row>,
): Record<Visibility, Statement<P, Row>> => ({
  whole: make("whole"),
  hidden: make("hidden"),
});

export const ofInventory = byVisibility((visibility) =>
  statement((p: OfInventory) =>
    itemsOf(p.tenantId)
      .where("i.inventoryId", "=", p.inventoryId)
      .orderBy("i.oid")
      .select(itemJson(visibility).as("json")),
  ),
);
/** Ids of the items of an inventory, up to a limit. */
export const idsUpTo = statement((p: OfInventory & { limit: number }) =>
  sqlite.selectFrom("inventoryItem").select("oid").where("inventoryId", "=", p.inventoryId).limit(p.limit),
);

/** An item of a range that needs a second count. */
export const firstSecondCount = statement((p: ItemRange) =>
  itemsIn(p).where(needsSecondCount()).limit(sql.lit(1)).select("i.oid"),
);

/** An item that needs a second count, of those that were written after a transaction. */
export const newSecondCount = statement((p: { inventoryId: number; since: number }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .where("i.inventoryId", "=", p.inventoryId)
    .where("i.change", ">", p.since)
    .where(needsSecondCount())
    .limit(sql.lit(1))
    .select("i.oid"),
);

/** Items with exactly this expected location. */
export const atLocation = byVisibility((visibility) =>
  statement((p: OfInventory & { locationId: number }) =>
    itemsOf(p.tenantId)
      .where("i.inventoryId", "=", p.inventoryId)
      .where("i.locationId", "=", p.locationId)
      .orderBy("i.oid")
      .select(itemJson(visibility).as("json")),
  ),
);
/** Ids of the items at a location, up to a limit. */
export const idsAtLocationUpTo = statement((p: OfInventory & { locationId: number; limit: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .select("oid")
    .where("inventoryId", "=", p.inventoryId)
    .where("locationId", "=", p.locationId)
    .limit(p.limit),
);

type ItemRow = { change: number; shown: number; json: Json<InventoryItem> };

/** The item detail; `shown` is the newest change of the item, its article, its inventory and who counted it. */
export const detail: Record<Visibility, Statement<{ tenantId: number; oid: number }, ItemRow>> = byVisibility(
  (visibility) =>
    statement((p: { tenantId: number; oid: number }) =>
      itemsOf(p.tenantId)
        .where("i.oid", "=", p.oid)
        .select([
          "i.change",
          sql<number>`max(
            i.change, ${ofArticle("change")}, ${ofItsInventory("change")}, ifnull(${ofCounter("change")}, 0))`.as(
            "shown",
          ),
          itemJson(visibility).as("json"),
        ]),
    ),
);

/** The item with state and blindness of its inventory. */
export const record = statement((p: { tenantId: number; oid: number }) =>
  itemsOf(p.tenantId)
    .where("i.oid", "=", p.oid)
    .selectAll("i")
    .select([
      ofItsInventory<number>("inventoryStateId").as("inventoryStateId"),
      ofItsInventory<Flag>("isBlind").as("isBlind"),
    ]),
);

/** The counted state in the row of an item. */
export function countStateOf<T extends { readonly recentCounts: string }>(
  row: T,
): Omit<T, "recentCounts"> & Pick<CountState, "recentCounts"> {
  // Only `saveState` and the migration of the column write it.
  return { ...row, recentCounts: JSON.parse(row.recentCounts) as CountState["recentCounts"] };
}

/** Saves the counted state of an item. */
export function saveState(
  tx: Tx,
  item: { readonly tenantId: number; readonly oid: number },
  state: CountState,
): void {
  const { tenantId, oid } = item;
  const recentCounts = JSON.stringify(state.recentCounts);
  setCounted.run(tx, { ...state, recentCounts, tenantId, oid, change: tx.change });
}
const setCounted = updateTable("inventoryItem", {
  set: [
    "inventoryQuantity",
    "inventoryLocationId",
    "isFound",
    "isDisposal",
    "disposalMethodId",
    "disposalReasonId",
    "note",
    "isToRecount",
    "countedDT",
    "countedBy",
    "countedTerminal",
    "recentCounts",
    "operationDT",
    "change",
  ],
  where: ["oid", "tenantId"],
});

/** A new item. `foundAtLocationId`: the location where an unexpected article was found. */
export interface NewItem {
  readonly tenantId: number;
  readonly inventoryId: number;
  readonly articleId: number;
  readonly locationId: number | null;
  readonly foundAtLocationId: number | null;
  readonly quantity: number;
}
/** The price is that of the article's other items, at `prepare`: a later one would give an article two values in one report. */
export const insert = statement((p: NewItem & { isUnexpected: Flag; change: number }) =>
  sqlite.insertInto("inventoryItem").values((eb) => {
    const other = eb
      .selectFrom("inventoryItem as other")
      .where("other.articleId", "=", p.articleId)
      .where("other.inventoryId", "=", p.inventoryId)
      .limit(1);
    const article = eb.selectFrom("article as a").where("a.oid", "=", p.articleId);
    const hasOther = eb.exists(other.select("other.oid"));
    return {
      tenantId: p.tenantId,
      inventoryId: p.inventoryId,
      articleId: p.articleId,
      locationId: p.locationId,
      foundAtLocationId: p.foundAtLocationId,
      isUnexpected: p.isUnexpected,
      quantity: p.quantity,
      price: eb.case().when(hasOther).then(other.select("other.price")).else(article.select("a.price")).end(),
      currency: eb
        .case()
        .when(hasOther)
        .then(other.select("other.currency"))
        .else(article.select(currencyOf("a", p.tenantId).as("currency")))
        .end(),
      change: p.change,
    };
  }),
);

/** An item of the article, expected or found at this location. */
export const itemAtLocation = statement((p: { inventoryId: number; articleId: number; locationId: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .select("oid")
    .where("articleId", "=", p.articleId)
    .where("inventoryId", "=", p.inventoryId)
    .where((eb) =>
      eb.or([
        eb("locationId", "=", p.locationId),
        eb.and([eb("inventoryLocationId", "=", p.locationId), eb("isFound", "=", 1)]),
        eb("foundAtLocationId", "=", p.locationId),
      ]),
    ),
);
