import { sql } from "kysely";
import type { State } from "../../domain/inventory-states.ts";
import type { Result } from "../../domain/results.ts";
import {
  type Db,
  type Statement,
  sqlite,
  statement,
  withoutIndex,
} from "../../storage/database/statement.ts";
import { isTakenBack, senderId } from "../counting/count-sql.ts";
import { resultOf } from "../items/item-sql.ts";
import { piecesFound } from "../items/second-count-sql.ts";

// Queries of a report. There may be a million rows: they are iterated, never collected.

interface OfInventory {
  readonly tenantId: number;
  readonly inventoryId: number;
}

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

/** The items of one result, by id, with the article names of the close. */
export const items = statement((p: OfInventory & WithNames & { result: Result }) =>
  itemsOf(p)
    .innerJoin("article as a", "a.oid", "i.articleId")
    .leftJoin("inventoryName as n", (join) =>
      join.on("n.inventoryId", "=", p.namesOf).on("n.kind", "=", "article").onRef("n.oid", "=", "a.oid"),
    )
    .where(resultOf(), "=", p.result)
    .orderBy("i.oid")
    .select([
      "i.oid",
      "i.articleId",
      sql<string | null>`iif(n.oid IS NULL, a.code, n.code)`.as("code"),
      sql<string>`ifnull(n.name, a.name)`.as("name"),
      "i.locationId",
      sql<number | null>`ifnull(i.inventoryLocationId, i.foundAtLocationId)`.as("foundLocationId"),
      "i.quantity",
      piecesFound().as("found"),
      "i.price",
      "i.currency",
      "i.isApproved",
      "i.isDisposal",
      "i.isToRecount",
      "i.movedQuantity",
      "i.movedDT",
      "i.decision",
      "i.note",
    ]),
);
/** A row of `items`. */
export type ItemRow = NonNullable<ReturnType<typeof items.first>>;

/** Sums by result, currency and price. totals.ts multiplies them as bigint. */
export const itemSums = statement((p: OfInventory) =>
  itemsOf(p)
    .where(resultOf(), "is not", null)
    .groupBy([sql`result`, "i.currency", "i.price"])
    .select((eb) => [
      sql<Result>`${resultOf()}`.as("result"),
      "i.currency",
      "i.price",
      eb.fn.countAll<number>().as("items"),
      eb.fn.sum<number>("i.quantity").as("quantity"),
      sql<number>`total(iif(${piecesFound()} IS NULL, i.quantity, 0))`.as("notCounted"),
      sql<number>`total(${piecesFound()})`.as("found"),
      sql<number>`total(${piecesFound()} - i.quantity)`.as("difference"),
    ]),
);

/** The numbers of open questions. */
export const openQuestions = statement((p: OfInventory) =>
  itemsOf(p).select([
    sql<number>`count(*) FILTER (WHERE i.isToRecount = 1)`.as("toRecount"),
    sql<number>`count(*) FILTER (WHERE i.movedDT IS NOT NULL)`.as("moved"),
    sql<number>`count(*) FILTER (WHERE i.movedDT IS NOT NULL AND i.decision IS NULL)`.as("undecided"),
    sql<number>`count(*) FILTER (WHERE i.isApproved = 1)`.as("approved"),
    sql<number>`count(*)`.as("items"),
  ]),
);

/** Times and users of the transitions to a state, oldest first. */
export const transitionsTo = statement((p: OfInventory & { state: State }) =>
  sqlite
    .selectFrom("inventoryTransition")
    .where("tenantId", "=", p.tenantId)
    .where("inventoryId", "=", p.inventoryId)
    .where("stateId", "=", p.state)
    .orderBy("at")
    .orderBy("oid")
    .select(["at", "userId"]),
);

const operationsOf = (p: OfInventory) =>
  sqlite
    .selectFrom("countOperation as o")
    .where(withoutIndex("o.tenantId"), "=", p.tenantId)
    .where("o.inventoryId", "=", p.inventoryId);

/** The counters by device and sender, with the number of counts. */
export const counters = statement((p: OfInventory) =>
  operationsOf(p)
    .where("o.state", "=", "applied")
    .where("o.kind", "in", ["set", "add", "update"])
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
      "o.locationId",
      sql<number | null>`o.entered ->> '$.inventoryQuantity'`.as("quantity"),
      sql<string | null>`o.entered ->> '$.note'`.as("note"),
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
