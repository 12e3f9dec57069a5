import { type RawBuilder, sql } from "kysely";
import { CATALOGUE_NAMES } from "../records/catalogues.ts";
import { jsonObject, objectOrNull } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { entriesBy } from "./entries-by.ts";
import type { AuditEntry } from "./shapes.ts";

/** Maximum number of entries in one response. */
const MAX_LISTED = 100;

/** Filter of a list of changes; null: no filter. Times are given as oids, which have the same order. */
interface Filter {
  readonly tenantId: number;
  readonly entity: string | null;
  readonly entityId: number | null;
  readonly userId: number | null;
  readonly cause: string | null;
  readonly field: string | null;
  /** First oid, inclusive, and last oid, exclusive. */
  readonly first: number;
  readonly before: number;
}

const ref = sql.ref;
const allFields = sql<boolean>`1`;

/** The changes of an entry as objects. `isShown` selects the fields. */
function changesJson(isShown: RawBuilder<boolean>): RawBuilder<AuditEntry["changes"]> {
  return sql`json((SELECT json_group_array(json_object('field', value ->> '$[0]', 'before', value -> '$[1]', 'after', value -> '$[2]'))
    FROM json_each(${ref("h.changes")}) WHERE ${isShown}))`;
}

/** Code, name and unit of the record, by its entity, as SQL. */
const nameOf = (table: string, name = "name", code = "NULL", unit = "NULL") =>
  `(SELECT json_object('code', ${code}, 'name', ${name}, 'unit', ${unit}) FROM ${table} WHERE oid = h.entityId)`;
const ARTICLE = nameOf("article", "name", "code", "unit");
const NAMES: Readonly<Record<string, string>> = {
  article: ARTICLE,
  location: nameOf("location", "name", "code"),
  user: nameOf("user", "fullName"),
  printer: nameOf("printer"),
  format: nameOf("printFormat"),
  inventory: nameOf("inventory"),
  device: nameOf("deviceToken", "deviceName"),
  customField: nameOf("customField"),
  countPlan: nameOf("countPlan"),
  custody: `(SELECT json_object('code', a.code, 'name', a.name, 'unit', a.unit) FROM custody AS c JOIN article AS a ON a.oid = c.articleId
    WHERE c.oid = h.entityId)`,
  ...Object.fromEntries(CATALOGUE_NAMES.map((table) => [table, nameOf(table)])),
};
/** The tables of the record names. */
export const NAMED_TABLES = [
  ...([
    "article",
    "location",
    "user",
    "printer",
    "printFormat",
    "inventory",
    "deviceToken",
    "customField",
    "countPlan",
    "custody",
  ] as const),
  ...CATALOGUE_NAMES,
];
const cases = Object.entries(NAMES).map(([entity, name]) => `WHEN '${entity}' THEN ${name}`);
const anyRecord = sql<AuditEntry["record"]>`json(CASE h.entity ${sql.raw(cases.join(" "))} END)`;
const articleRecord = sql<AuditEntry["record"]>`json(${sql.raw(ARTICLE)})`;

function entryJson(
  isShown: RawBuilder<boolean>,
  device: RawBuilder<AuditEntry["device"]>,
  record: RawBuilder<AuditEntry["record"]>,
) {
  return jsonObject<AuditEntry>({
    oid: ref("h.oid"),
    at: ref("h.at"),
    user: objectOrNull<NonNullable<AuditEntry["user"]>>(ref("h.userId"), {
      id: sql<number>`${ref("h.userId")}`,
      fullName: sql<string>`(SELECT fullName FROM user WHERE oid = ${ref("h.userId")})`,
    }),
    device,
    cause: ref("h.cause"),
    entity: ref("h.entity"),
    entityId: ref("h.entityId"),
    record,
    action: ref("h.action"),
    changes: changesJson(isShown),
  }).as("json");
}

const deviceJson = objectOrNull<NonNullable<AuditEntry["device"]>>(ref("h.deviceTokenId"), {
  id: sql<number>`${ref("h.deviceTokenId")}`,
  name: sql<string>`(SELECT deviceName FROM deviceToken WHERE oid = ${ref("h.deviceTokenId")})`,
});

/** Whether the changes contain a field of that name. The text search first is much cheaper. */
const changed = (field: string | null) =>
  sql<boolean>`(${field} IS NULL OR (instr(h.changes, json_quote(${field})) > 0
    AND EXISTS (SELECT 1 FROM json_each(h.changes) WHERE value ->> '$[0]' = ${field})))`;

/** Applies all filters by this index. */
const matching = (index: string, p: Filter) =>
  entriesBy(index, p.tenantId)
    .where("h.oid", ">=", p.first)
    .where("h.oid", "<", p.before)
    .where(sql<boolean>`(${p.entity} IS NULL OR h.entity = ${p.entity})`)
    .where(sql<boolean>`(${p.entityId} IS NULL OR h.entityId = ${p.entityId})`)
    .where(sql<boolean>`(${p.userId} IS NULL OR h.userId = ${p.userId})`)
    .where(sql<boolean>`(${p.cause} IS NULL OR h.cause = ${p.cause})`)
    .where(changed(p.field));

const newest = (found: ReturnType<typeof matching>) =>
  found
    .orderBy("h.oid", "desc")
    .limit(MAX_LISTED)
    .select(entryJson(allFields, deviceJson, anyRecord));

/** The newest entries, by the index of the most selective filter. */
export const listQueries = {
  all: statement((p: Filter) => newest(matching("auditEntryByTenant", p))),
  byUser: statement((p: Filter) => newest(matching("auditEntryByUser", p).where("h.userId", "=", p.userId))),
  byKind: statement((p: Filter) =>
    newest(matching("auditEntryByKind", p).where(sql<boolean>`h.entity = ${p.entity}`)),
  ),
  byCause: statement((p: Filter) => newest(matching("auditEntryByCause", p).where("h.cause", "=", p.cause))),
  byRecord: statement((p: Filter) =>
    newest(
      matching("auditEntryByEntity", p)
        .where(sql<boolean>`h.entity = ${p.entity}`)
        .where(sql<boolean>`h.entityId = ${p.entityId}`),
    ),
  ),
};

/** The query for a filter. Nearly all entries are of articles, so a user is more selective than that entity. */
export function queryNameFor({ entity, entityId, userId, cause }: Filter): keyof typeof listQueries {
  if (entityId !== null) return "byRecord";
  if (cause !== null) return "byCause";
  if (entity !== null && (entity !== "article" || userId === null)) return "byKind";
  return userId === null ? "all" : "byUser";
}

const ofArticle = (p: { tenantId: number; articleId: number; before: number }) =>
  sqlite
    .selectFrom("auditEntry as h")
    .where("h.tenantId", "=", p.tenantId)
    .where("h.entity", "=", sql.lit("article"))
    .where("h.entityId", "=", p.articleId)
    .where("h.oid", "<", p.before)
    .orderBy("h.oid", "desc")
    .limit(MAX_LISTED);

/** Fields of an article that only Managers see (contract/decisions, Articles: the approval view). */
const APPROVAL_FIELDS = ["note", "invoiceNo", "dtBuy", "currencyTypeId", "rejectReason"];
const isForAll = sql<boolean>`value ->> '$[0]' NOT IN (${sql.join(APPROVAL_FIELDS.map((field) => sql.lit(field)))})`;
const noDevice = sql<null>`NULL`;

/** The entries of an article, newest first: full for Managers, restricted for Users. */
export const history = {
  full: statement((p: { tenantId: number; articleId: number; before: number }) =>
    ofArticle(p).select(entryJson(allFields, deviceJson, articleRecord)),
  ),
  restricted: statement((p: { tenantId: number; articleId: number; before: number }) =>
    ofArticle(p)
      .where(
        sql<boolean>`(h.action <> 'update' OR EXISTS (SELECT 1 FROM json_each(h.changes) WHERE ${isForAll}))`,
      )
      .select(entryJson(isForAll, noDevice, articleRecord)),
  ),
};
