import { sql } from "kysely";
import { DISPOSAL_PROPOSAL } from "../records/article-parts.ts";
import { jsonObject, listProperties, object, objectOrNull } from "../storage/database/json.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom, updateTable } from "../storage/database/table-statements.ts";
import { namedReference, newestChange, person, type RequestFilter } from "./listing.ts";
import type { ArticleName, DisposalRequest, DisposalState, PersonName } from "./shapes.ts";

// Disposal requests and their decisions.

const state = sql<DisposalState>`iif(d.state = 'waiting' AND a.deleted = 1, 'obsolete', d.state)`;

/** Disposal requests with all joined records. */
const disposalsOf = (tenantId: number) =>
  sqlite
    .selectFrom("disposalProposal as d")
    .innerJoin("article as a", "a.oid", "d.articleId")
    .innerJoin("user as u", "u.oid", "d.userId")
    .leftJoin("user as by", "by.oid", "d.decidedBy")
    .leftJoin("articleDisposalMethod as m", "m.oid", "d.disposalMethodId")
    .leftJoin("articleDisposalReason as r", "r.oid", "d.disposalReasonId")
    .where("d.tenantId", "=", tenantId);

function disposalJson() {
  const ref = sql.ref;
  return jsonObject<DisposalRequest>({
    oid: ref("d.oid"),
    state,
    ...listProperties(DISPOSAL_PROPOSAL, "d"),
    article: object<ArticleName>({ oid: ref("a.oid"), code: ref("a.code"), name: ref("a.name") }),
    disposalMethod: namedReference("m"),
    disposalReason: namedReference("r"),
    user: object<PersonName>(person("u")),
    decidedBy: objectOrNull<PersonName>(ref("by.oid"), person("by")),
  }).as("json");
}

const listing = (p: RequestFilter) =>
  disposalsOf(p.tenantId)
    .where("d.oid", "<", p.before)
    .where(sql<boolean>`ifnull(${p.state}, ${state}) = ${state}`)
    .where(sql<boolean>`ifnull(${p.articleId}, d.articleId) = d.articleId`)
    .where(sql<boolean>`ifnull(${p.userId}, d.userId) = d.userId`)
    .orderBy("d.oid", "desc")
    .limit(p.limit)
    .select(disposalJson());

/** Lists by their most selective filter. Each has its own index. */
export const listed = {
  article: statement((p: RequestFilter) => listing(p).where("d.articleId", "=", p.articleId)),
  user: statement((p: RequestFilter) => listing(p).where("d.userId", "=", p.userId)),
  open: statement((p: RequestFilter) => listing(p).where("d.state", "=", sql.lit("waiting"))),
  all: statement(listing),
};
export const detail = statement((p: { tenantId: number; oid: number }) =>
  disposalsOf(p.tenantId)
    .where("d.oid", "=", p.oid)
    .select(["d.change", newestChange("d", "a", "u", "by", "m", "r").as("shown"), disposalJson()]),
);
export const record = selectFrom("disposalProposal", ["tenantId", "oid"]);
/** The pending disposal request of an article. */
export const pendingOfArticle = selectFrom("disposalProposal", ["articleId"], ["oid"], {
  is: { state: "waiting" },
});
export const insert = insertInto("disposalProposal", writtenColumns(DISPOSAL_PROPOSAL));
export const decide = updateTable("disposalProposal", {
  set: ["state", "disposalMethodId", "disposalReasonId", "rejectReason", "decidedDT", "decidedBy", "change"],
  where: ["oid"],
});
export const remove = deleteFrom("disposalProposal", ["oid"]);
