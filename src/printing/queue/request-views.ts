import { type Expression, type RawBuilder, sql } from "kysely";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import { inEachLocale, type Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { bool, jsonObject, objectOrNull } from "../../storage/database/json.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import type { PrintRequest } from "../shapes.ts";

// Queries of print requests for responses: as JSON, and the rendered bytes for a preview.

/** A column of the record that a request refers to. */
const named = <T>(
  table: "printer" | "article" | "location" | "printFormat",
  column: string,
  reference: string,
) => sql<T>`(SELECT x.${sql.ref(column)} FROM ${sql.table(table)} x WHERE x.oid = ${sql.ref(reference)})`;

/** SQL for the name of the state in `column`. */
function requestStateName(column: Expression<unknown>, language: Locale): RawBuilder<string> {
  const cases = Object.values(RequestState).map(
    (state) => sql`WHEN ${sql.lit(state)} THEN ${sql.lit(textIn(nameOfRequestState(state), language))}`,
  );
  return sql<string>`CASE ${column} ${sql.join(cases, sql` `)} END`;
}

function requestJson(language: Locale) {
  const ref = sql.ref;
  return jsonObject<PrintRequest>({
    oid: ref("r.oid"),
    articleId: ref("r.articleId"),
    article: objectOrNull<NonNullable<PrintRequest["article"]>>(ref("r.articleId"), {
      code: named("article", "code", "r.articleId"),
      name: named("article", "name", "r.articleId"),
    }),
    locationId: ref("r.locationId"),
    location: objectOrNull<NonNullable<PrintRequest["location"]>>(ref("r.locationId"), {
      code: named("location", "code", "r.locationId"),
      name: named("location", "name", "r.locationId"),
    }),
    printerId: ref("r.printerId"),
    printer: named("printer", "name", "r.printerId"),
    labelFormatId: ref("r.labelFormatId"),
    labelFormat: named("printFormat", "name", "r.labelFormatId"),
    copies: ref("r.copies"),
    stateId: ref("r.stateId"),
    state: requestStateName(ref("r.stateId"), language),
    attempts: ref("r.attempts"),
    lastError: sql<
      string | null
    >`ifnull(json_extract(${ref("r.lastError")}, ${sql.lit(`$.${language}`)}), json_extract(${ref("r.lastError")}, '$.en'))`,
    nextTryDT: ref("r.nextTryDT"),
    isInterrupted: bool(ref("r.isInterrupted")),
    isConfirmed: bool(ref("r.isConfirmed")),
    createdDT: ref("r.createdDT"),
    createdBy: ref("r.createdBy"),
    startedDT: ref("r.startedDT"),
    finishedDT: ref("r.finishedDT"),
  }).as("json");
}

/** The newest change of the request and the records that its JSON names. */
function newestOf(own: Expression<number>) {
  const others = [
    named<number>("printer", "change", "r.printerId"),
    sql<number>`ifnull(${named("article", "change", "r.articleId")}, 0)`,
    sql<number>`ifnull(${named("location", "change", "r.locationId")}, 0)`,
    sql<number>`ifnull(${named("printFormat", "change", "r.labelFormatId")}, 0)`,
  ];
  return sql<number>`max(${sql.join([own, ...others])})`;
}

/** The filter of a list; null: not filtered. `before` is the oid to continue from, at most MAX_SAFE_INTEGER. */
interface RequestFilter {
  readonly tenantId: number;
  readonly stateId: number | null;
  readonly printerId: number | null;
  readonly articleId: number | null;
  readonly locationId: number | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly before: number;
  readonly limit: number;
}

const requestsOf = (tenantId: number) =>
  sqlite.selectFrom("printRequest as r").where("r.tenantId", "=", tenantId);

export const listJson = inEachLocale((language) =>
  statement((p: RequestFilter) =>
    requestsOf(p.tenantId)
      .where("r.oid", "<", p.before)
      .where(sql<boolean>`ifnull(${p.stateId}, r.stateId) = r.stateId`)
      .where(sql<boolean>`ifnull(${p.printerId}, r.printerId) = r.printerId`)
      .where(sql<boolean>`(${p.articleId} IS NULL OR r.articleId = ${p.articleId})`)
      .where(sql<boolean>`(${p.locationId} IS NULL OR r.locationId = ${p.locationId})`)
      .where(sql<boolean>`r.createdDT >= ifnull(${p.since}, '')`)
      .where(sql<boolean>`r.createdDT < ifnull(${p.until}, '~')`)
      .orderBy("r.oid", "desc")
      .limit(p.limit)
      .select(requestJson(language)),
  ),
);
export const detailJson = inEachLocale((language) =>
  statement((p: { tenantId: number; oid: number }) =>
    requestsOf(p.tenantId)
      .where("r.oid", "=", p.oid)
      .select(({ ref }) => ["r.change", newestOf(ref("r.change")).as("shown"), requestJson(language)]),
  ),
);

/** A print request for its preview; `data` is null once it was removed. `change` is the newest of it and its printer. */
export const previewData = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("printRequest as r")
    .innerJoin("printer as p", "p.oid", "r.printerId")
    .leftJoin("printData as d", "d.printRequestId", "r.oid")
    .where("r.tenantId", "=", p.tenantId)
    .where("r.oid", "=", p.oid)
    .select(({ ref, fn }) => [
      ...(["r.copies", "p.dpi", "d.data", "d.isRaster"] as const),
      fn.coalesce("d.printerTypeId", "p.printerTypeId").as("printerTypeId"),
      sql<number>`max(${ref("r.change")}, ${ref("p.change")})`.as("change"),
    ]),
);
