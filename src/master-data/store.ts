import { sql } from "kysely";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFrom, replaceInto, selectFrom } from "../storage/database/table-statements.ts";

export const byCode = selectFrom("masterArticle", ["tenantId", "code"], ["name", "category"]);
export const ofCategory = statement((p: { tenantId: number; categoryKey: string }) =>
  sqlite
    .selectFrom("masterArticle")
    .where("tenantId", "=", p.tenantId)
    .where("categoryKey", "=", p.categoryKey)
    .where("categoryKey", "is not", null)
    .select("code")
    .limit(1),
);
/** Saves the values that the head office owns of one article. */
export const save = replaceInto("masterArticle", [
  "tenantId",
  "code",
  "name",
  "category",
  "categoryKey",
  "change",
]);
export const remove = deleteFrom("masterArticle", ["tenantId", "code"]);
export const anyRow = statement(() => sqlite.selectFrom("masterArticle").select("code").limit(1));
export const removeAll = statement((_: object) => sqlite.deleteFrom("masterArticle"));

/** Codes after a code, in order, each as JSON. */
export const codesAfter = statement((p: { tenantId: number; after: string; limit: number }) =>
  sqlite
    .selectFrom("masterArticle")
    .where("tenantId", "=", p.tenantId)
    .where("code", ">", p.after)
    .orderBy("code")
    .limit(p.limit)
    .select(sql<string>`json_quote(code)`.as("json")),
);

/** Number of the rows, as JSON. */
export const count = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("masterArticle")
    .where("tenantId", "=", p.tenantId)
    .select(sql<string>`json(count(*))`.as("json")),
);

/**
 * For each code of a JSON array that has a row or an article, as JSON: the code, whether it has a row and its values, and whether
 * there is an article and its name and the key of its category.
 */
export const present = statement((p: { tenantId: number; codes: string }) =>
  sqlite
    .selectFrom(sql<{ value: string }>`json_each(${p.codes})`.as("requested"))
    .leftJoin("masterArticle as m", (join) =>
      join.on("m.tenantId", "=", p.tenantId).onRef("m.code", "=", "requested.value"),
    )
    .leftJoin("article as a", (join) =>
      join
        .on("a.tenantId", "=", p.tenantId)
        .onRef("a.code", "=", "requested.value")
        .on("a.deleted", "=", sql.lit(0)),
    )
    .leftJoin("articleCategory as c", "c.oid", "a.categoryId")
    .select(
      sql<string>`json_array(requested.value, m.code IS NOT NULL, m.name, m.category,
        a.oid IS NOT NULL, a.name, c.nameKey)`.as("json"),
    ),
);
