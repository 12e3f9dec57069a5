import { sql } from "kysely";
import { currencyIdOf } from "../catalogue/currency.ts";
import { ArticleState } from "../domain/article-state.ts";
import { State } from "../domain/inventory-states.ts";
import { foundLocation } from "../inventories/items/second-count-sql.ts";
import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";

// The stock from which a plan chooses.

/** The end of the last count of the stock row `p`, expected or found there, by a closed stocktake; null: never. */
const lastCount = () => sql<string | null>`(
  SELECT max(i.countedDT) FROM ${sql.table("inventoryItem")} AS i
  WHERE i.articleId = p.articleId AND (+i.locationId = p.locationId OR ${foundLocation()} = p.locationId)
    AND (SELECT v.inventoryStateId FROM ${sql.table("inventory")} AS v WHERE v.oid = i.inventoryId) = ${sql.lit(State.Closed)})`;

/** The next stock rows of a location; those of deleted and disposed articles have no `articleId`. */
export const stockSlice = statement(
  (p: { tenantId: number; locationId: number; after: number; limit: number }) =>
    sqlite
      .selectFrom("articleLocation as p")
      .innerJoin("article as a", "a.oid", "p.articleId")
      .where(withoutIndex("p.tenantId"), "=", p.tenantId)
      .where("p.locationId", "=", p.locationId)
      .where("p.oid", ">", p.after)
      .where("a.deleted", "=", 0)
      .where("a.stateId", "<>", ArticleState.Disposed)
      .orderBy("p.oid")
      .limit(p.limit)
      .select([
        "p.oid",
        "p.articleId",
        "p.locationId",
        "p.quantity",
        "a.price",
        currencyIdOf("a", p.tenantId).as("currencyTypeId"),
        "a.userId",
        "a.responsibleUserId",
        lastCount().as("countedDT"),
      ]),
);

/**
 * How often the stock of articles (JSON) was moved since a time, by the audit: changes at one moment are one movement. What a
 * stocktake or a user has corrected, and opening stock, is none.
 */
export const movements = statement((p: { tenantId: number; articles: string; since: string }) =>
  sqlite
    .selectFrom("auditEntry as e")
    .where("e.tenantId", "=", p.tenantId)
    .where("e.entity", "=", sql.lit("article"))
    .where("e.entityId", "in", numbersIn(p.articles))
    .where(withoutIndex("e.at"), ">=", p.since)
    .where("e.movementKind", "not in", ["inventory", "correction", "opening"])
    .groupBy("e.entityId")
    .select(["e.entityId as articleId", sql<number>`count(DISTINCT e.at)`.as("weight")]),
);
