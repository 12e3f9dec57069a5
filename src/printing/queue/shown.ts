import { type Expression, sql } from "kysely";
import { inEachLocale, type Locale } from "../../domain/message.ts";
import { bool, jsonObject, objectOrNull } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import type { PrintRequest } from "../shapes.ts";
import { requestStateName } from "./state-name.ts";

// The print requests as a person sees them.

/** A column of the record that a request names. */
const named = <T>(table: "printer" | "article" | "printFormat", column: string, reference: string) =>
  sql<T>`(SELECT x.${sql.ref(column)} FROM ${sql.table(table)} x WHERE x.oid = ${sql.ref(reference)})`;

function requestJson(language: Locale) {
  const ref = sql.ref;
  return jsonObject<PrintRequest>({
    oid: ref("r.oid"),
    articleId: ref("r.articleId"),
    article: objectOrNull<NonNullable<PrintRequest["article"]>>(ref("r.articleId"), {
      code: named("article", "code", "r.articleId"),
      name: named("article", "name", "r.articleId"),
    }),
    printerId: ref("r.printerId"),
    printer: named("printer", "name", "r.printerId"),
    labelFormatId: ref("r.labelFormatId"),
    labelFormat: named("printFormat", "name", "r.labelFormatId"),
    copies: ref("r.copies"),
    stateId: ref("r.stateId"),
    state: requestStateName(ref("r.stateId"), language),
    attempts: ref("r.attempts"),
    lastError: sql<string | null>`json_extract(${ref("r.lastError")}, ${sql.lit(`$.${language}`)})`,
    nextTryDT: ref("r.nextTryDT"),
    isInterrupted: bool(ref("r.isInterrupted")),
    isConfirmed: bool(ref("r.isConfirmed")),
    createdDT: ref("r.createdDT"),
    createdBy: ref("r.createdBy"),
    startedDT: ref("r.startedDT"),
    finishedDT: ref("r.finishedDT"),
  }).as("json");
}

/** The newest change among all that a request shows. */
function newestOf(own: Expression<number>) {
  const others = [
    named<number>("printer", "change", "r.printerId"),
    sql<number>`ifnull(${named("article", "change", "r.articleId")}, 0)`,
    sql<number>`ifnull(${named("printFormat", "change", "r.labelFormatId")}, 0)`,
  ];
  return sql<number>`max(${sql.join([own, ...others])})`;
}

/** What a list of requests asks for; null is no filter. `before` is the oid to go on from, at most MAX_SAFE_INTEGER. */
export interface Filter {
  readonly tenantId: number;
  readonly stateId: number | null;
  readonly printerId: number | null;
  readonly articleId: number | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly before: number;
  readonly most: number;
}

const requestsOf = (tenantId: number) =>
  sqlite.selectFrom("printRequest as r").where("r.tenantId", "=", tenantId);

export const listed = inEachLocale((language) =>
  statement((p: Filter) =>
    requestsOf(p.tenantId)
      .where("r.oid", "<", p.before)
      .where(sql<boolean>`ifnull(${p.stateId}, r.stateId) = r.stateId`)
      .where(sql<boolean>`ifnull(${p.printerId}, r.printerId) = r.printerId`)
      .where(sql<boolean>`(${p.articleId} IS NULL OR r.articleId = ${p.articleId})`)
      .where(sql<boolean>`r.createdDT >= ifnull(${p.since}, '')`)
      .where(sql<boolean>`r.createdDT < ifnull(${p.until}, '~')`)
      .orderBy("r.oid", "desc")
      .limit(p.most)
      .select(requestJson(language)),
  ),
);
export const detail = inEachLocale((language) =>
  statement((p: { tenantId: number; oid: number }) =>
    requestsOf(p.tenantId)
      .where("r.oid", "=", p.oid)
      .select(({ ref }) => ["r.change", newestOf(ref("r.change")).as("shown"), requestJson(language)]),
  ),
);
