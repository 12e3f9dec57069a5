import { sql } from "kysely";
import type { CodedReference } from "../http/endpoint/references.ts";
import { TRANSFER } from "../records/article-parts.ts";
import { jsonObject, listProperties, object, objectOrNull } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { insertInto, updateTable } from "../storage/database/table-statements.ts";
import { newestChange, person, type RequestFilter } from "./listing.ts";
import type { ArticleName, PersonName, TransferRequest, TransferState } from "./shapes.ts";

// Transfer requests and their decisions, without deleted ones.

const state = sql<TransferState>`iif(t.state = 'open' AND a.deleted = 1, 'obsolete', t.state)`;

/** Transfer requests with all joined records. */
const transfersOf = (tenantId: number) =>
  sqlite
    .selectFrom("articleTransfer as t")
    .innerJoin("article as a", "a.oid", "t.articleId")
    .innerJoin("location as l", "l.oid", "t.targetLocationId")
    .leftJoin("location as f", "f.oid", "t.fromLocationId")
    .innerJoin("user as u", "u.oid", "t.userId")
    .leftJoin("user as by", "by.oid", "t.decidedBy")
    .where("t.tenantId", "=", tenantId)
    .where("t.state", "<>", sql.lit("deleted"));

const location = (alias: string) => ({
  oid: sql.ref<number>(`${alias}.oid`),
  name: sql.ref<string>(`${alias}.name`),
  code: sql.ref<string | null>(`${alias}.code`),
});

function transferJson() {
  const ref = sql.ref;
  return jsonObject<TransferRequest>({
    oid: ref("t.oid"),
    state,
    ...listProperties(TRANSFER, "t"),
    article: object<ArticleName>({ oid: ref("a.oid"), code: ref("a.code"), name: ref("a.name") }),
    unit: ref("a.unit"),
    targetLocation: object<CodedReference>(location("l")),
    fromLocation: objectOrNull<CodedReference>(ref("f.oid"), location("f")),
    user: object<PersonName>(person("u")),
    decidedBy: objectOrNull<PersonName>(ref("by.oid"), person("by")),
  }).as("json");
}

const listing = (p: RequestFilter) =>
  transfersOf(p.tenantId)
    .where("t.oid", "<", p.before)
    .where(sql<boolean>`ifnull(${p.state}, ${state}) = ${state}`)
    .where(sql<boolean>`ifnull(${p.articleId}, t.articleId) = t.articleId`)
    .where(sql<boolean>`ifnull(${p.userId}, t.userId) = t.userId`)
    .orderBy("t.oid", "desc")
    .limit(p.limit)
    .select(transferJson());

/** Lists by their most selective filter. Each has its own index. */
export const listed = {
  article: statement((p: RequestFilter) => listing(p).where("t.articleId", "=", p.articleId)),
  user: statement((p: RequestFilter) => listing(p).where("t.userId", "=", p.userId)),
  open: statement((p: RequestFilter) => listing(p).where("t.state", "=", sql.lit("open"))),
  all: statement(listing),
};
export const detail = statement((p: { tenantId: number; oid: number }) =>
  transfersOf(p.tenantId)
    .where("t.oid", "=", p.oid)
    .select(["t.change", newestChange("t", "a", "l", "f", "u", "by").as("shown"), transferJson()]),
);
export const record = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("articleTransfer")
    .selectAll()
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.oid)
    .where("state", "<>", "deleted"),
);
export const insert = insertInto("articleTransfer", writtenColumns(TRANSFER));
export const decide = updateTable("articleTransfer", {
  set: ["state", "fromLocationId", "quantity", "reason", "decidedDT", "decidedBy", "change"],
  where: ["oid"],
});
export const markDeleted = updateTable("articleTransfer", {
  set: ["change"],
  to: { state: "deleted" },
  where: ["oid"],
});
