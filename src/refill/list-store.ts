import { type RawBuilder, sql } from "kysely";
import type { CodedReference } from "../http/endpoint/references.ts";
import { jsonObject, numbersIn, object } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { RefillItem } from "./shapes.ts";
import { locationName } from "./store.ts";

// The refill list. It begins at the shortages, of which there are few, and never reads all stock or all rules.

/** What a list shows. Null: all. */
export interface RefillFilter {
  readonly tenantId: number;
  readonly locationId: number | null;
  readonly categoryId: number | null;
  readonly supplier: string | null;
}

const shortages = (p: RefillFilter, isIn: RawBuilder<boolean>) =>
  sqlite
    .selectFrom("refillShortage as s")
    .innerJoin("refillRule as r", "r.oid", "s.ruleId")
    .innerJoin("article as a", "a.oid", "r.articleId")
    .where("s.tenantId", "=", p.tenantId)
    .where(sql<boolean>`ifnull(${p.categoryId}, a.categoryId) = a.categoryId`)
    .where(sql<boolean>`(${p.supplier} IS NULL OR a.supplier = ${p.supplier})`)
    .where(isIn)
    .select(sql<string>`json_array(r.oid, r.locationId, a.nameFolded, r.articleId)`.as("json"));
const below = (p: RefillFilter) => sql<boolean>`r.locationId IN (
  WITH RECURSIVE below (oid) AS (
    SELECT l.oid FROM location l WHERE l.oid = ${p.locationId} AND l.tenantId = ${p.tenantId}
    UNION ALL SELECT l.oid FROM location l JOIN below ON l.parentLocationId = below.oid AND l.tenantId = ${p.tenantId}
  ) SELECT oid FROM below)`;

/** The rules with too few pieces and what they are sorted by: of all locations, or of one with all below it. */
export const keys = {
  all: statement((p: RefillFilter) => shortages(p, sql<boolean>`TRUE`)),
  below: statement((p: RefillFilter) => shortages(p, below(p))),
};

/** Lines of the list without their sources, in the order of the ids (JSON). */
export const items = statement((p: { tenantId: number; oids: string }) =>
  sqlite
    .selectFrom("refillShortage as s")
    .innerJoin("refillRule as r", "r.oid", "s.ruleId")
    .innerJoin("article as a", "a.oid", "r.articleId")
    .leftJoin("location as l", "l.oid", "r.locationId")
    .where("s.tenantId", "=", p.tenantId)
    .where("s.ruleId", "in", numbersIn(p.oids))
    .select([
      "s.ruleId",
      "r.articleId",
      "r.locationId",
      jsonObject<Omit<RefillItem, "sources">>({
        ruleId: sql.ref("s.ruleId"),
        articleId: sql.ref("r.articleId"),
        article: object<RefillItem["article"]>({
          oid: sql.ref("a.oid"),
          code: sql.ref("a.code"),
          name: sql.ref("a.name"),
          unit: sql.ref("a.unit"),
          supplier: sql.ref("a.supplier"),
        }),
        locationId: sql.ref("r.locationId"),
        location: locationName(),
        stock: sql.ref("s.stock"),
        minimum: sql.ref("r.minimum"),
        target: sql<number>`ifnull(r.target, r.minimum)`,
        missing: sql<number>`ifnull(r.target, r.minimum) - s.stock`,
        since: sql.ref("s.since"),
      }).as("json"),
    ]),
);

/** The stock of an article with its locations, most pieces first. */
export const stock = statement((p: { articleId: number }) =>
  sqlite
    .selectFrom("articleLocation as p")
    .innerJoin("location as l", "l.oid", "p.locationId")
    .where("p.articleId", "=", p.articleId)
    .where("p.quantity", ">", 0)
    .orderBy("p.quantity", "desc")
    .orderBy("p.oid")
    .select([
      "p.locationId",
      jsonObject<RefillItem["sources"][number]>({
        locationId: sql.ref("p.locationId"),
        location: object<CodedReference>({
          oid: sql.ref("l.oid"),
          name: sql.ref("l.name"),
          code: sql.ref("l.code"),
        }),
        quantity: sql.ref("p.quantity"),
      }).as("json"),
    ]),
);
