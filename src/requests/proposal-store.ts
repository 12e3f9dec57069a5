import { sql } from "kysely";
import { ArticleState } from "../domain/article-state.ts";
import { jsonObject, money, object, objectOrNull } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { namedReference, newestChange, person, type RequestFilter } from "./listing.ts";
import type { ArticleProposal, NamedRecord, PersonName, ProposalState } from "./shapes.ts";

// Pending and rejected asset proposals: rows of article.

const state = sql<ProposalState>`iif(a.rejectReason IS NULL, 'waiting', 'rejected')`;

/** Must be identical to the condition of the index `articleProposal`. */
const isProposal = sql<boolean>`((a.stateId = ${sql.lit(ArticleState.Proposed)} AND a.deleted = 0) OR a.rejectReason IS NOT NULL)`;

const proposalsOf = (tenantId: number) =>
  sqlite
    .selectFrom("article as a")
    .innerJoin("articleCategory as c", "c.oid", "a.categoryId")
    .innerJoin("articleType as t", "t.oid", "a.typeId")
    .leftJoin("currencyType as cur", "cur.oid", "a.currencyTypeId")
    .leftJoin("user as u", "u.oid", "a.userId")
    .where("a.tenantId", "=", tenantId)
    .where(isProposal);

const name = (alias: string) =>
  object<NamedRecord>({ oid: sql.ref(`${alias}.oid`), name: sql.ref(`${alias}.name`) });
const ofRejected = (column: string) =>
  sql<string | null>`iif(a.rejectReason IS NULL, NULL, ${sql.ref(column)})`;

function proposalJson() {
  const ref = sql.ref;
  return jsonObject<ArticleProposal>({
    oid: ref("a.oid"),
    state,
    code: ref("a.code"),
    name: ref("a.name"),
    category: name("c"),
    type: name("t"),
    price: money(ref("a.price")),
    currencyType: namedReference("cur"),
    serialNumber: ref("a.serialNumber"),
    note: ref("a.note"),
    invoiceNo: ref("a.invoiceNo"),
    dtBuy: ref("a.buyDate"),
    userId: ref("a.userId"),
    user: objectOrNull<PersonName>(ref("u.oid"), person("u")),
    createdDT: ref("a.createdDT"),
    createdBy: ref("a.createdBy"),
    rejectReason: ref("a.rejectReason"),
    rejectedDT: ofRejected("a.modifiedDT"),
    rejectedBy: ofRejected("a.modifiedBy"),
  }).as("json");
}

/** `userId`: the future holder or the author. */
export const listed = statement((p: Omit<RequestFilter, "articleId">) =>
  proposalsOf(p.tenantId)
    .where("a.oid", "<", p.before)
    .where(sql<boolean>`ifnull(${p.state}, ${state}) = ${state}`)
    .where(
      sql<boolean>`(${p.userId} IS NULL OR a.userId = ${p.userId}
        OR a.createdBy = (SELECT userName FROM ${sql.table("user")} WHERE oid = ${p.userId} AND tenantId = ${p.tenantId}))`,
    )
    .orderBy("a.oid", "desc")
    .limit(p.limit)
    .select(proposalJson()),
);
export const detail = statement((p: { tenantId: number; oid: number }) =>
  proposalsOf(p.tenantId)
    .where("a.oid", "=", p.oid)
    .select([
      "a.change",
      "a.userId",
      "a.createdBy",
      newestChange("a", "c", "t", "cur", "u").as("shown"),
      proposalJson(),
    ]),
);
/** An article of the tenant that is not deleted, or a rejected proposal. */
export const record = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("article")
    .selectAll()
    .where("tenantId", "=", p.tenantId)
    .where("oid", "=", p.oid)
    .where((eb) => eb.or([eb("deleted", "=", 0), eb("rejectReason", "is not", null)])),
);
