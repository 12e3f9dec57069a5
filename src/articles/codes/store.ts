import { type RawBuilder, sql } from "kysely";
import type { CodeKind } from "../../domain/codes/stored-key.ts";
import { jsonObject } from "../../storage/database/json.ts";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";
import { deleteFrom, insertInto, updateTable } from "../../storage/database/table-statements.ts";
import type { AdditionalCode, CodeOfArticle } from "./shapes.ts";

// Queries of additional codes. Triggers keep the search text of the article (migrations/0001-schema.sql).

const codesOf = (tenantId: number) =>
  sqlite.selectFrom("additionalCode as c").where(withoutIndex("c.tenantId"), "=", tenantId);

function codeJson() {
  const ref = sql.ref;
  return jsonObject<AdditionalCode>({
    oid: ref<number>("c.oid"),
    articleId: ref<number>("c.articleId"),
    kind: ref<CodeKind>("c.kind"),
    code: ref<string>("c.code"),
    packQuantity: ref<number | null>("c.packQuantity"),
    createdDT: ref<string>("c.createdDT"),
    createdBy: ref<string>("c.createdBy"),
  });
}

export const codesOfArticle = statement((p: { tenantId: number; articleId: number }) =>
  codesOf(p.tenantId)
    .where("c.articleId", "=", p.articleId)
    .orderBy("c.oid")
    .select(["c.oid", "c.change", codeJson().as("json")]),
);
export const keysOfArticle = statement((p: { tenantId: number; articleId: number }) =>
  codesOf(p.tenantId).where("c.articleId", "=", p.articleId).orderBy("c.oid").select(["c.code", "c.codeKey"]),
);
export const codeById = statement((p: { tenantId: number; oid: number }) =>
  codesOf(p.tenantId).where("c.oid", "=", p.oid).selectAll("c").select(codeJson().as("json")),
);
/** The additional code with this key; the article is not deleted. */
export const codeByKey = statement((p: { tenantId: number; codeKey: string }) =>
  sqlite
    .selectFrom("additionalCode as c")
    .where("c.tenantId", "=", p.tenantId)
    .where("c.codeKey", "=", p.codeKey)
    .select(["c.oid", "c.articleId", "c.kind", "c.packQuantity"]),
);
/** Articles whose own code, folded, is one of these (a JSON array). */
export const ownersOfCodes = statement((p: { tenantId: number; codes: string }) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.deleted", "=", sql.lit(0))
    .where("a.codeFolded", "in", sql<string>`(SELECT value FROM json_each(${p.codes}))`)
    .select(["a.oid", "a.code", "a.name"]),
);
/** The article of an additional code with one of these keys (a JSON array). */
export const articlesOfKeys = statement((p: { tenantId: number; keys: string }) =>
  sqlite
    .selectFrom("additionalCode as c")
    .innerJoin("article as a", "a.oid", "c.articleId")
    .where("c.tenantId", "=", p.tenantId)
    .where("c.codeKey", "in", sql<string>`(SELECT value FROM json_each(${p.keys}))`)
    .select(["c.articleId", "c.code", "a.code as articleCode", "a.name"]),
);

export const insert = insertInto("additionalCode", [
  "tenantId",
  "articleId",
  "kind",
  "code",
  "codeKey",
  "packQuantity",
  "createdDT",
  "createdBy",
  "change",
]);
export const update = updateTable("additionalCode", {
  set: ["kind", "packQuantity", "change"],
  where: ["oid"],
});
export const remove = deleteFrom("additionalCode", ["oid"]);
export const removeOfArticle = deleteFrom("additionalCode", ["articleId"]);
/** Marks the article as changed: clients that follow the articles get its codes with it. */
export const touchArticle = updateTable("article", {
  set: ["modifiedDT", "modifiedBy", "change"],
  where: ["oid", "tenantId"],
});

/** The additional codes of the article `a` as a JSON array. */
export function codesOfRow(): RawBuilder<CodeOfArticle[]> {
  return sql`json((SELECT json_group_array(json_object('code', c.code, 'kind', c.kind, 'packQuantity', c.packQuantity)
    ORDER BY c.oid) FROM ${sql.table("additionalCode")} c WHERE c.articleId = ${sql.ref("a.oid")}))`;
}
