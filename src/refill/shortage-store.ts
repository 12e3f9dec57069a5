import { sql } from "kysely";
import { ArticleState } from "../domain/article-state.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom, updateTable } from "../storage/database/table-statements.ts";

// What is compared with the rules of minimum stock, and the shortages that were found.

export const pending = statement((_: object) =>
  sqlite.selectFrom("refillPending").select("tenantId").limit(sql.lit(1)),
);
/** A few of the articles that must be compared. */
export const pendingArticles = statement((p: { limit: number }) =>
  sqlite
    .selectFrom("refillPending")
    .where("articleId", ">", 0)
    .select(["tenantId", "articleId"])
    .limit(p.limit),
);
/** Those of one tenant. */
export const pendingArticlesOf = statement((p: { tenantId: number; limit: number }) =>
  sqlite
    .selectFrom("refillPending")
    .where("tenantId", "=", p.tenantId)
    .where("articleId", ">", 0)
    .select(["tenantId", "articleId"])
    .limit(p.limit),
);
/** A tenant all of whose rules must be compared. */
export const pendingSweep = statement((_: object) =>
  sqlite
    .selectFrom("refillPending")
    .where("articleId", "=", sql.lit(0))
    .select(["tenantId", "afterRuleId"])
    .limit(sql.lit(1)),
);
export const advanceSweep = statement((p: { tenantId: number; afterRuleId: number }) =>
  sqlite
    .updateTable("refillPending")
    .set({ afterRuleId: p.afterRuleId })
    .where("tenantId", "=", p.tenantId)
    .where("articleId", "=", sql.lit(0)),
);
export const removePending = deleteFrom("refillPending", ["tenantId", "articleId"]);
/** Rules at locations, in the order of their ids. */
export const rulesAfter = statement((p: { tenantId: number; after: number; limit: number }) =>
  sqlite
    .selectFrom("refillRule")
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .where("oid", ">", p.after)
    .orderBy("oid")
    .limit(p.limit)
    .select(["oid", "articleId"]),
);

/** The rules of an article with what was found of them. `isPaused`: the article needs no refill. */
export const rulesOf = statement((p: { tenantId: number; articleId: number }) =>
  sqlite
    .selectFrom("refillRule as r")
    .innerJoin("article as a", "a.oid", "r.articleId")
    .leftJoin("refillShortage as s", "s.ruleId", "r.oid")
    .where(withoutIndex("r.tenantId"), "=", p.tenantId)
    .where("r.articleId", "=", p.articleId)
    .select([
      "r.oid",
      "r.locationId",
      "r.minimum",
      "r.target",
      "s.stock as knownStock",
      sql<0 | 1>`(a.deleted OR a.isDisposal OR a.stateId = ${sql.lit(ArticleState.Disposed)})`.as("isPaused"),
    ]),
);
export const parentOf = selectFrom("location", ["oid"], ["parentLocationId"]);

export const insert = insertInto("refillShortage", ["ruleId", "tenantId", "stock", "since"]);
export const update = updateTable("refillShortage", { set: ["stock"], where: ["ruleId"] });
export const remove = deleteFrom("refillShortage", ["ruleId"]);
/** The names in the event of a shortage. */
export const named = statement((p: { ruleId: number }) =>
  sqlite
    .selectFrom("refillRule as r")
    .innerJoin("article as a", "a.oid", "r.articleId")
    .leftJoin("location as l", "l.oid", "r.locationId")
    .where("r.oid", "=", p.ruleId)
    .select([
      "r.articleId",
      "a.code",
      "a.name",
      "a.unit",
      "a.supplier",
      "r.locationId",
      "l.name as location",
    ]),
);
