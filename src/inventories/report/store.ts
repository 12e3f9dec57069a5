import { sql } from "kysely";
import type { Result } from "../../domain/results.ts";
import { numbersIn } from "../../storage/database/json.ts";
import {
  type Db,
  type Statement,
  sqlite,
  statement,
  withoutIndex,
} from "../../storage/database/statement.ts";
import { selectFrom } from "../../storage/database/table-statements.ts";
import { isTakenBack, senderId } from "../counting/count-sql.ts";
import type { OfInventory } from "../inventory.ts";
import { hasDifference, isUndecided, resultOf } from "../items/item-sql.ts";
import {
  countedBefore,
  foundLocation,
  movedBeforeCount,
  pieceDifference,
  piecesFound,
  placeOf,
  recordedWhereFound,
} from "../items/second-count-sql.ts";

// Queries of a report. There may be a million rows: they are iterated, never collected.

interface WithNames {
  /** The inventory if it is closed, whose saved names are used; null: the current names. */
  readonly namesOf: number | null;
}

/** Iterates the rows of a query. Only one iteration of a query can run at a time. */
export function* rowsOf<P, Row>(db: Db, query: Statement<P, Row>, parameters: P): Generator<Row, void> {
  const { sql: text, values } = query.bound(parameters);
  yield* db.query<Row>({ sql: text, reads: [] }, values).iterate(...values);
}

const itemsOf = (p: OfInventory) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .where(withoutIndex("i.tenantId"), "=", p.tenantId)
    .where("i.inventoryId", "=", p.inventoryId);

/** Who is responsible for the article itself. */
const ownResponsible = () => sql<number | null>`iif(n.oid IS NULL, a.responsibleUserId, n.responsibleUserId)`;

/** The files of photos as a JSON list, in the order in which they came; null: none. */
const photosOf = (owner: "inventoryItemId" | "countOperationId", oid: "i.oid" | "o.oid") =>
  sql<string | null>`(SELECT nullif(json_group_array(file ORDER BY oid), '[]') FROM ${sql.table("photo")}
    WHERE ${sql.ref(owner)} = ${sql.ref(oid)} AND deleted = 0)`;

/** The names of the photo files of a row. */
export const photoFiles = ({ photos }: { readonly photos: string | null }): readonly string[] =>
  photos === null ? [] : (JSON.parse(photos) as string[]);

/** A count that another person has counted again. */
interface EarlierCount {
  readonly at: string;
  readonly userId: number;
  readonly quantity: number;
}

/** The earlier count of a row; null: none. */
export const earlierCount = ({
  countedBefore,
}: {
  readonly countedBefore: string | null;
}): EarlierCount | null => (countedBefore === null ? null : (JSON.parse(countedBefore) as EarlierCount));

const codeOf = () => sql<string | null>`iif(n.oid IS NULL, a.code, n.code)`;

const unitOf = () => sql<string | null>`iif(n.oid IS NULL, a.unit, n.unit)`;

/** Items with their articles, as they were at the close. */
const namedItems = (p: OfInventory & WithNames) =>
  itemsOf(p)
    .innerJoin("article as a", "a.oid", "i.articleId")
    .leftJoin("inventoryName as n", (join) =>
      join.on("n.inventoryId", "=", p.namesOf).on("n.kind", "=", "article").onRef("n.oid", "=", "a.oid"),
    );

const itemRows = (p: OfInventory & WithNames) =>
  namedItems(p)
    .innerJoin("articleCategory as c", "c.oid", "a.categoryId")
    .select([
      "i.oid",
      "i.articleId",
      codeOf().as("code"),
      sql<string>`ifnull(n.name, a.name)`.as("name"),
      sql<string | null>`iif(n.oid IS NULL, a.serialNumber, n.serialNumber)`.as("serialNumber"),
      unitOf().as("unit"),
      // A close before categories were kept has none.
      sql<string | null>`iif(n.oid IS NULL, c.name, n.category)`.as("category"),
      ownResponsible().as("ownResponsibleId"),
      "i.locationId",
      foundLocation().as("foundLocationId"),
      "i.quantity",
      piecesFound().as("found"),
      "i.takenFromLocationId",
      "i.takenQuantity",
      "i.price",
      "i.currency",
      "i.isApproved",
      "i.approvedDT",
      "i.approvedBy",
      "i.isDisposal",
      "i.isToRecount",
      "i.movedQuantity",
      movedBeforeCount().as("movedBeforeCount"),
      pieceDifference().as("difference"),
      "i.movedDT",
      "i.decision",
      "i.decidedDT",
      "i.decidedBy",
      "i.note",
      photosOf("inventoryItemId", "i.oid").as("photos"),
      "i.countedDT",
      "i.countedBy",
      countedBefore().as("countedBefore"),
      "i.settlement",
      "i.cause",
      "i.explainedDT",
      "i.explainedBy",
      "i.method",
    ]);

/** The items of one result, by id. */
export const items = statement((p: OfInventory & WithNames & { result: Result }) =>
  itemRows(p).where(resultOf(), "=", p.result).orderBy("i.oid"),
);
/** The items of a location in the order of the inventory list; null: unexpected ones that were found. */
const rowsAt = (p: OfInventory & WithNames & { locationId: number | null }) =>
  itemRows(p)
    .where("i.locationId", "is", p.locationId)
    .where(resultOf(), "is not", null)
    .orderBy("code")
    .orderBy("i.oid");
/** They with their result. */
export const itemsAt = statement((p: Parameters<typeof rowsAt>[0]) =>
  rowsAt(p).select(sql<Result>`${resultOf()}`.as("result")),
);
/** Their ids. */
export const idsAt = statement((p: Parameters<typeof rowsAt>[0]) =>
  rowsAt(p)
    .clearSelect()
    .select(["i.oid", codeOf().as("code")]),
);
/** The locations at which items are expected; null: there are unexpected ones. */
export const itemLocations = statement((p: OfInventory) =>
  itemsOf(p).where(resultOf(), "is not", null).select("i.locationId").distinct(),
);
/** A row of `items`. */
export type ItemRow = NonNullable<ReturnType<typeof items.first>>;

/** The articles of the items. */
export const itemArticles = statement((p: OfInventory) => itemsOf(p).select("i.articleId").distinct());

/** The items of articles (JSON), by id. */
export const itemsOfArticles = statement((p: OfInventory & WithNames & { articles: string }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .where("i.articleId", "in", numbersIn(p.articles))
    .where(withoutIndex("i.inventoryId"), "=", p.inventoryId)
    .where(withoutIndex("i.tenantId"), "=", p.tenantId)
    .where(resultOf(), "is not", null)
    .orderBy("i.oid")
    .select([
      "i.oid",
      "i.articleId",
      sql<Result>`${resultOf()}`.as("result"),
      "i.locationId",
      foundLocation().as("foundLocationId"),
      "i.quantity",
      "i.movedQuantity",
      movedBeforeCount().as("movedBeforeCount"),
      recordedWhereFound().as("recordedWhereFound"),
      "i.inventoryQuantity",
      piecesFound().as("found"),
      pieceDifference().as("difference"),
      "i.decision",
      "i.countedDT",
      sql<string | null>`(SELECT max(o.at) FROM ${sql.table("countOperation")} AS o
        WHERE o.itemId = i.oid AND o.kind = 'recount')`.as("recountDT"),
      "i.price",
      "i.currency",
      sql<string | null>`(SELECT ${unitOf()} FROM ${sql.table("article")} AS a
        LEFT JOIN ${sql.table("inventoryName")} AS n
          ON n.inventoryId = ${p.namesOf} AND n.kind = 'article' AND n.oid = a.oid
        WHERE a.oid = i.articleId)`.as("unitThen"),
    ]),
);
/** A row of `itemsOfArticles`. */
export type ItemOfArticle = NonNullable<ReturnType<typeof itemsOfArticles.first>>;

/** The stock at a location that a selective inventory counts; null: it does not. */
export const selected = selectFrom(
  "inventorySelection",
  ["inventoryId", "locationId", "articleId"],
  ["articleId"],
);

/** Who has an article, and who is responsible for it. */
export const personsOf = selectFrom("article", ["tenantId", "oid"], ["userId", "responsibleUserId"]);

/** Articles as they are now. */
export const articlesOf = statement((p: { tenantId: number; articles: string }) =>
  sqlite
    .selectFrom("article as a")
    .where("a.oid", "in", numbersIn(p.articles))
    .where(withoutIndex("a.tenantId"), "=", p.tenantId)
    .select([
      "a.oid as articleId",
      "a.code",
      "a.name",
      "a.serialNumber",
      "a.unit",
      "a.responsibleUserId",
      "a.price",
      "a.currencyTypeId",
    ]),
);

/**
 * Sums by result, currency, price, unit, settlement, and apart for shortages and surpluses; `pieces` are those to settle: those that the
 * close has taken from elsewhere are no surplus. totals.ts multiplies them as bigint. One query has all: each reads all items.
 */
export const itemSums = statement((p: OfInventory & WithNames) =>
  sqlite
    .selectFrom(
      namedItems(p)
        .where(resultOf(), "is not", null)
        .select([
          sql<Result>`${resultOf()}`.as("result"),
          "i.currency",
          "i.price",
          unitOf().as("unitThen"),
          "i.settlement",
          "i.quantity",
          "i.takenQuantity",
          piecesFound().as("found"),
          movedBeforeCount().as("moved"),
          pieceDifference().as("difference"),
          hasDifference().as("differs"),
        ])
        // SQLite keeps a limited subquery apart, so it plans and evaluates each expression once.
        .limit(sql.lit(-1))
        .as("one"),
    )
    .groupBy(["result", "currency", "price", "unitThen", "settlement", sql`sign`])
    .select((eb) => [
      "result",
      "currency",
      "price",
      "unitThen",
      "settlement",
      eb.fn.countAll<number>().as("items"),
      sql<-1 | 0 | 1 | null>`sign(${piecesToSettle()})`.as("sign"),
      sql<number>`total(${piecesToSettle()})`.as("pieces"),
      eb.fn.sum<number>("quantity").as("quantity"),
      sql<number>`total(iif(found IS NULL, quantity, 0))`.as("notCounted"),
      sql<number>`total(moved)`.as("moved"),
      sql<number>`total(found)`.as("found"),
      sql<number>`total(difference)`.as("difference"),
    ]),
);

/** Null: no difference. */
const piecesToSettle = () =>
  sql<number | null>`iif(one.differs, ifnull(one.difference - ifnull(one.takenQuantity, 0), 0), NULL)`;

/** Numbers of items by the person who is responsible for the article itself (null: nobody), and by location. */
export const responsibleSums = statement((p: OfInventory & WithNames) =>
  namedItems(p)
    .where(resultOf(), "is not", null)
    .groupBy([sql`ownResponsibleId`, sql`placeId`])
    .select((eb) => [
      ownResponsible().as("ownResponsibleId"),
      // Another name than that of the column: SQLite would group by the column.
      placeOf().as("placeId"),
      eb.fn.countAll<number>().as("items"),
    ]),
);

/** What was found where no line lists it, by location, currency, unit and price. */
export const foundElsewhere = statement((p: OfInventory & WithNames) =>
  namedItems(p)
    .where(sql<boolean>`${piecesFound()} > 0 AND ${foundLocation()} IS NOT NULL
      AND ${foundLocation()} IS NOT i.locationId`)
    .groupBy([sql`placeFound`, "i.currency", sql`unitThen`, "i.price"])
    .select([
      sql<number>`${foundLocation()}`.as("placeFound"),
      "i.currency",
      unitOf().as("unitThen"),
      "i.price",
      sql<number>`total(${piecesFound()})`.as("found"),
    ]),
);
/** A row of `foundElsewhere`. */
export type FoundElsewhere = NonNullable<ReturnType<typeof foundElsewhere.first>>;

/** The pieces that the close has taken from elsewhere, by currency, unit and price. */
export const takenSums = statement((p: OfInventory & WithNames) =>
  namedItems(p)
    .where("i.takenQuantity", "is not", null)
    .groupBy(["i.currency", sql`unitThen`, "i.price"])
    .select((eb) => [
      "i.currency",
      unitOf().as("unitThen"),
      "i.price",
      eb.fn.countAll<number>().as("items"),
      sql<number>`total(i.takenQuantity)`.as("pieces"),
    ]),
);
/** A row of `takenSums`. */
export type TakenSum = NonNullable<ReturnType<typeof takenSums.first>>;

/** Who has settled differences in each way, and when first and last, in the order of the last times. */
export const settlers = statement((p: OfInventory) =>
  itemsOf(p)
    .where(hasDifference())
    .where("i.settlement", "is not", null)
    .where("i.explainedBy", "is not", null)
    .groupBy(["i.settlement", "i.explainedBy"])
    .orderBy(({ fn }) => fn.max("i.explainedDT"))
    .orderBy("i.explainedBy")
    .select(({ fn }) => [
      "i.settlement",
      "i.explainedBy",
      fn.min("i.explainedDT").as("first"),
      fn.max("i.explainedDT").as("last"),
    ]),
);
/** A row of `settlers`. */
export type Settler = NonNullable<ReturnType<typeof settlers.first>>;

/** Who has approved items, how many, and when first and last, in the order of the last times. */
export const approvers = statement((p: OfInventory) =>
  itemsOf(p)
    .where("i.approvedBy", "is not", null)
    .groupBy("i.approvedBy")
    .orderBy(({ fn }) => fn.max("i.approvedDT"))
    .orderBy("i.approvedBy")
    .select(({ fn }) => [
      "i.approvedBy",
      fn.countAll<number>().as("items"),
      fn.min("i.approvedDT").as("first"),
      fn.max("i.approvedDT").as("last"),
    ]),
);
/** A row of `approvers`. */
export type Approver = NonNullable<ReturnType<typeof approvers.first>>;

/** The numbers of open questions. */
export const openQuestions = statement((p: OfInventory) =>
  itemsOf(p).select([
    sql<number>`count(*) FILTER (WHERE i.isToRecount = 1)`.as("toRecount"),
    sql<number>`count(*) FILTER (WHERE i.movedDT IS NOT NULL)`.as("moved"),
    sql<number>`count(*) FILTER (WHERE ${isUndecided()})`.as("undecided"),
    sql<number>`count(*) FILTER (WHERE ${isUndecided()} AND ${piecesFound()} IS NOT NULL)`.as(
      "undecidedCounts",
    ),
    sql<number>`count(*) FILTER (WHERE i.isApproved = 1)`.as("approved"),
    sql<number>`count(*)`.as("items"),
  ]),
);

const operationsOf = (p: OfInventory) =>
  sqlite
    .selectFrom("countOperation as o")
    .where(withoutIndex("o.tenantId"), "=", p.tenantId)
    .where("o.inventoryId", "=", p.inventoryId);

/** A quantity, or that an item is there or not. A note is no count, and neither is what takes a count back. */
const isCount = sql<boolean>`(ifnull(o.entered ->> '$.inventoryQuantity', -1) >= 0
  OR o.entered ->> '$.isFound' = iif(json_type(o.entered, '$.inventoryQuantity') IS NULL, o.entered ->> '$.isFound', 1))`;

/** The counts of items, and of unknown codes: who has found something signs for it. */
const countsOf = (p: OfInventory) =>
  operationsOf(p)
    .where((eb) =>
      eb.or([
        eb.and([eb("o.state", "=", "applied"), isCount]),
        eb.and([eb("o.state", "=", "unknown"), eb.not(isTakenBack())]),
      ]),
    )
    .where("o.kind", "in", ["set", "add", "update"]);

/** The times of the first and the last count, by the server's clock; null: none. */
export const counted = statement((p: OfInventory) =>
  countsOf(p).select(({ fn }) => [
    fn.min<string | null>("o.at").as("first"),
    fn.max<string | null>("o.at").as("last"),
  ]),
);

/** The counters by device and sender, with the number of counts. */
export const counters = statement((p: OfInventory) =>
  countsOf(p)
    .groupBy(["o.userId", "o.deviceTokenId", sql`sentBy`])
    .orderBy("o.userId")
    .orderBy("o.deviceTokenId")
    .orderBy(sql`sentBy`)
    .select((eb) => [
      "o.userId",
      "o.deviceTokenId",
      senderId().as("sentBy"),
      eb.fn.countAll<number>().as("counts"),
    ]),
);

type OperationsUntil = OfInventory & WithNames & { until: string };

const operationRows = (p: OperationsUntil) =>
  operationsOf(p)
    .leftJoin("inventoryItem as i", "i.oid", "o.itemId")
    .leftJoin("article as a", "a.oid", "i.articleId")
    .leftJoin("inventoryName as n", (join) =>
      join.on("n.inventoryId", "=", p.namesOf).on("n.kind", "=", "article").onRef("n.oid", "=", "a.oid"),
    )
    .where("o.receivedDT", "<=", p.until)
    .orderBy("o.oid")
    .select([
      "o.operationId",
      "o.kind",
      "o.itemId",
      sql<string | null>`ifnull(o.code, iif(n.oid IS NULL, a.code, n.code))`.as("code"),
      sql<number | null>`ifnull(o.locationId, ${placeOf()})`.as("locationId"),
      sql<number | null>`o.entered ->> '$.inventoryQuantity'`.as("quantity"),
      "i.articleId",
      unitOf().as("unit"),
      sql<string | null>`o.entered ->> '$.note'`.as("note"),
      photosOf("countOperationId", "o.oid").as("photos"),
      "o.at",
      "o.receivedDT",
      "o.userId",
      "o.deviceTokenId",
      senderId().as("sentBy"),
    ]);

/** Late counts received by a time. */
export const lateOperations = statement((p: OperationsUntil) =>
  operationRows(p).where("o.state", "=", "late"),
);

/** Counts of unknown codes received by a time, without those that were taken back. */
export const unknownCodes = statement((p: OperationsUntil) =>
  operationRows(p)
    .where("o.state", "=", "unknown")
    .where((eb) => eb.not(isTakenBack())),
);
/** A late count, or a count of an unknown code, as the report lists it. */
export type OperationRow = NonNullable<ReturnType<typeof lateOperations.first>>;

/** The tenant with its name. */
export const tenant = statement((p: { tenantId: number }) =>
  sqlite.selectFrom("tenant").where("oid", "=", p.tenantId).select(["oid", "name"]),
);
