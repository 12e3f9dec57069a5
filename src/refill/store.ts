import { sql } from "kysely";
import type { CodedReference } from "../http/endpoint/references.ts";
import { REFILL_RULE } from "../records/refill-rule.ts";
import { jsonObject, listProperties, object, objectOrNull } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom, updateTable } from "../storage/database/table-statements.ts";
import type { RefillRule } from "./shapes.ts";

// Rules of minimum stock.

type Key = { tenantId: number; oid: number };

const rules = (tenantId: number) =>
  sqlite
    .selectFrom("refillRule as r")
    .where("r.tenantId", "=", tenantId)
    .innerJoin("article as a", "a.oid", "r.articleId")
    .leftJoin("location as l", "l.oid", "r.locationId");

/** The article of a rule, from `article as a`. */
const articleName = () =>
  object<RefillRule["article"]>({
    oid: sql.ref("a.oid"),
    code: sql.ref("a.code"),
    name: sql.ref("a.name"),
    unit: sql.ref("a.unit"),
  });
/** The location of a rule, from `location as l`; null: everywhere. */
export const locationName = () =>
  objectOrNull<CodedReference>(sql.ref("l.oid"), {
    oid: sql.ref("l.oid"),
    name: sql.ref("l.name"),
    code: sql.ref("l.code"),
  });

const json = () =>
  jsonObject<RefillRule>({
    oid: sql.ref("r.oid"),
    ...listProperties(REFILL_RULE, "r"),
    article: articleName(),
    location: locationName(),
  });

export const detail = statement((p: Key) =>
  rules(p.tenantId)
    .where("r.oid", "=", p.oid)
    .select([
      "r.change",
      sql<number>`max(r.change, a.change, ifnull(l.change, 0))`.as("shown"),
      json().as("json"),
    ]),
);

type Page = { tenantId: number; after: number; limit: number };
const page = (p: Page) =>
  rules(p.tenantId).where("r.oid", ">", p.after).orderBy("r.oid").limit(p.limit).select(json().as("json"));
/** Pages of rules in the order of their ids, of all articles and of one. */
export const pages = {
  all: statement((p: Page) => page(p)),
  ofArticle: statement((p: Page & { articleId: number }) =>
    page(p).where(sql.ref("r.articleId"), "=", p.articleId),
  ),
  atLocation: statement((p: Page & { locationId: number }) =>
    page(p).where(sql.ref("r.locationId"), "=", p.locationId),
  ),
  ofArticleAtLocation: statement((p: Page & { articleId: number; locationId: number }) =>
    page(p).where(sql.ref("r.articleId"), "=", p.articleId).where(sql.ref("r.locationId"), "=", p.locationId),
  ),
};

export const record = selectFrom("refillRule", ["tenantId", "oid"]);
export const atPlace = statement((p: { articleId: number; place: number }) =>
  sqlite
    .selectFrom("refillRule")
    .selectAll()
    .where("articleId", "=", p.articleId)
    .where(sql`ifnull(locationId, 0)`, "=", p.place),
);
export const insert = insertInto("refillRule", writtenColumns(REFILL_RULE));
export const update = updateTable("refillRule", {
  set: ["minimum", "target", "change"],
  where: ["oid", "tenantId"],
});
export const remove = deleteFrom("refillRule", ["oid", "tenantId"]);
export const removeOfArticle = deleteFrom("refillRule", ["tenantId", "articleId"]);
