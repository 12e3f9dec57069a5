import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { jsonObject } from "../../../storage/database/json.ts";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import { selectFrom } from "../../../storage/database/table-statements.ts";
import type { Split } from "../membership/split.ts";

// Writes after the split, read from the audit, and from the records that the audit has not. Counts that terminals have sent are
// left out: the terminals send them again.

/** Writes that one query reads. */
const PAGE = 500;

const Write = z.object({
  oid: z.int(),
  tenantId: z.int(),
  at: z.string().nullable(),
  user: z.string().nullable(),
  kind: z.string(),
  recordId: z.int(),
  record: z.string().nullable(),
  action: z.enum(["create", "update", "delete"]),
  cause: z.string().nullable(),
  /** Field, value before, value now. */
  changes: z.array(z.tuple([z.string(), z.unknown(), z.unknown()])),
});
/** A write. `at` is ISO 8601, null where it is not recorded. */
export type Write = z.output<typeof Write>;

type Range = Split & { readonly after: number };

/** A source of writes: the rows `r` of a table. */
interface Source {
  readonly table: string;
  readonly where: (p: Split) => RawBuilder<boolean>;
  readonly write: (p: Split) => { readonly [K in keyof Omit<Write, "oid">]: RawBuilder<unknown> };
}

const text = (value: string) => sql`${sql.lit(value)}`;
const none = sql`NULL`;
const column = (name: string) => sql`${sql.ref(`r.${name}`)}`;
const fullName = (name: string) => sql`(SELECT fullName FROM user WHERE oid = ${column(name)})`;
const article = (id: RawBuilder<unknown>) =>
  sql`(SELECT ifnull(code || ' ', '') || name FROM article WHERE oid = ${id})`;
/** The present values of columns as changes of fields, without those that are empty. */
const present = (...names: string[]) =>
  sql`(SELECT json_group_array(json_array(key, NULL, value)) FROM json_each(json_object(${sql.join(
    names.map((name) => sql`${sql.lit(name)}, ${column(name)}`),
  )})) WHERE value IS NOT NULL)`;
const changedBy = (p: Split) => sql<boolean>`${column("change")} > ${p.change}`;
const createdOr = (created: string, other: "update" | "delete", p: Split) =>
  sql`iif(${column(created)} > ${p.at}, 'create', ${sql.lit(other)})`;

/** Changes that the security log has and the audit has not. */
const SETTINGS = [
  "settingsChanged",
  "apiKeyCreated",
  "apiKeyRevoked",
  "scopesChanged",
  "backupTargetCreated",
  "backupTargetChanged",
  "backupTargetDeleted",
];
/** The article or location of a label. */
const LABELLED = sql`ifnull(${article(column("articleId"))}, (SELECT name FROM location WHERE oid = ${column("locationId")}))`;
const OF_ITEM = sql`(SELECT articleId FROM inventoryItem WHERE oid = `;

/** The last change of an item was a movement: the same transaction has changed the article or its stock. */
const IS_MOVED_LAST = sql`(r.movedDT IS NOT NULL AND r.change IN (SELECT change FROM article WHERE oid = r.articleId
  UNION ALL SELECT change FROM articleLocation WHERE articleId = r.articleId))`;

const SOURCES: readonly Source[] = [
  {
    table: "auditEntry",
    // The stock that a request moves is part of the request, which is listed itself, as hand-overs are.
    where: (p) => sql`${column("oid")} > ${p.auditEntry} AND r.entity <> 'custody'
      AND (r.cause IS NULL OR NOT (r.cause GLOB 'transfer *' OR r.cause GLOB 'disposal *'))`,
    write: () => ({
      tenantId: column("tenantId"),
      at: column("at"),
      user: fullName("userId"),
      kind: column("entity"),
      recordId: column("entityId"),
      action: column("action"),
      cause: column("cause"),
      record: sql`CASE r.entity WHEN 'article' THEN ${article(column("entityId"))}
        WHEN 'location' THEN (SELECT name FROM location WHERE oid = r.entityId)
        WHEN 'inventory' THEN (SELECT name FROM inventory WHERE oid = r.entityId)
        WHEN 'user' THEN (SELECT userName FROM user WHERE oid = r.entityId)
        WHEN 'printer' THEN (SELECT name FROM printer WHERE oid = r.entityId) END`,
      changes: column("changes"),
    }),
  },
  {
    table: "articleTransfer",
    where: changedBy,
    write: (p) => ({
      tenantId: column("tenantId"),
      kind: text("transfer"),
      recordId: column("oid"),
      cause: none,
      at: sql`ifnull(r.decidedDT, r.createdDT)`,
      user: sql`ifnull(${fullName("decidedBy")}, ${fullName("userId")})`,
      record: article(column("articleId")),
      action: createdOr("createdDT", "update", p),
      changes: present("state", "quantity", "fromLocationId", "targetLocationId", "note", "reason"),
    }),
  },
  {
    table: "disposalProposal",
    where: changedBy,
    write: (p) => ({
      tenantId: column("tenantId"),
      kind: text("disposal"),
      recordId: column("oid"),
      cause: none,
      at: sql`ifnull(r.decidedDT, r.proposalDT)`,
      user: sql`ifnull(${fullName("decidedBy")}, ${fullName("userId")})`,
      record: article(column("articleId")),
      action: createdOr("proposalDT", "update", p),
      changes: present("state", "disposalMethodId", "disposalReasonId", "note", "rejectReason"),
    }),
  },
  {
    table: "custody",
    // Terminals send their own again. What the console has made or ended is listed.
    where: (p) => sql`${changedBy(p)}
      AND (r.startDeviceId IS NULL OR (r.endedDT IS NOT NULL AND r.endDeviceId IS NULL))`,
    write: (p) => ({
      tenantId: column("tenantId"),
      kind: text("custody"),
      recordId: column("oid"),
      cause: none,
      at: sql`ifnull(r.endedDT, r.startedDT)`,
      user: sql`ifnull(${fullName("endedBy")}, ${fullName("startedBy")})`,
      record: article(column("articleId")),
      action: createdOr("startedDT", "update", p),
      changes: present("userId", "dueDate", "startedDT", "endedDT", "startNote", "endNote"),
    }),
  },
  {
    table: "countOperation",
    // From the console, and of other programs.
    where: (p) => sql`${changedBy(p)} AND (r.kind IN ('update', 'recount', 'settle')
      OR (SELECT kind FROM user WHERE oid = r.senderId) <> 'person')`,
    write: () => ({
      tenantId: column("tenantId"),
      at: column("at"),
      user: fullName("userId"),
      kind: text("count"),
      recordId: column("inventoryId"),
      action: text("create"),
      cause: none,
      record: sql`ifnull(${article(sql`${OF_ITEM} r.itemId)`)}, r.code)`,
      changes: sql`(SELECT json_group_array(json_array(key, NULL, value)) FROM (SELECT 'kind' AS key, r.kind AS value
        UNION ALL SELECT 'locationId', r.locationId WHERE r.locationId IS NOT NULL
        UNION ALL SELECT key, value FROM json_each(r.entered)))`,
    }),
  },
  {
    table: "inventoryItem",
    // Moved stock changes an item too. It removes a decision and keeps an approval.
    where: (p) =>
      sql`${changedBy(p)} AND (r.decision IS NOT NULL OR r.isApproved = 1 AND NOT ${IS_MOVED_LAST})`,
    write: () => ({
      tenantId: column("tenantId"),
      at: none,
      user: none,
      kind: text("item"),
      cause: none,
      recordId: column("oid"),
      record: article(column("articleId")),
      action: text("update"),
      changes: present("inventoryId", "locationId", "decision", "isApproved"),
    }),
  },
  {
    table: "photo",
    where: changedBy,
    write: (p) => ({
      tenantId: column("tenantId"),
      user: fullName("userId"),
      kind: text("photo"),
      cause: none,
      at: sql`ifnull(r.deletedDT, r.createdDT)`,
      recordId: column("oid"),
      record: article(sql`ifnull(r.articleId, ${OF_ITEM} r.inventoryItemId))`),
      action: sql`iif(r.deleted = 1, 'delete', ${createdOr("createdDT", "update", p)})`,
      changes: present("fileName"),
    }),
  },
  {
    table: "printRequest",
    where: (p) => sql`${changedBy(p)} AND r.createdDT > ${p.at}`,
    write: () => ({
      tenantId: column("tenantId"),
      at: column("createdDT"),
      user: fullName("userId"),
      cause: none,
      kind: text("label"),
      recordId: column("oid"),
      record: LABELLED,
      action: text("create"),
      changes: present("printerId", "copies"),
    }),
  },
  {
    table: "securityEvent",
    where: (p) => sql`${column("oid")} > ${p.securityEvent} AND r.outcome = 'success'
      AND r.kind IN (${sql.join(SETTINGS.map((kind) => sql.lit(kind)))})`,
    write: () => ({
      tenantId: sql`ifnull(r.tenantId, (SELECT min(oid) FROM tenant))`,
      at: column("at"),
      user: fullName("userId"),
      kind: column("kind"),
      recordId: column("oid"),
      record: none,
      action: text("update"),
      cause: none,
      changes: sql`(SELECT json_group_array(iif(type = 'object', json_array(key, value -> '$.before', value -> '$.after'),
        json_array(key, NULL, value))) FROM json_each(ifnull(r.details, '{}')))`,
    }),
  },
];

const rows = ({ table, where }: Source, p: Split) =>
  sqlite.selectFrom(sql<{ oid: number }>`(SELECT * FROM ${sql.table(table)} AS r WHERE ${where(p)})`.as("r"));

const queries = SOURCES.map((source) => ({
  number: statement((p: Split) => rows(source, p).select(({ fn }) => fn.countAll<number>().as("writes"))),
  page: statement((p: Range) => {
    const { changes, ...others } = source.write(p);
    const properties = { oid: column("oid"), ...others, changes: sql`json(${changes})` };
    return rows(source, p)
      .where("r.oid", ">", p.after)
      .orderBy("r.oid")
      .limit(PAGE)
      .select(["r.oid", jsonObject<Record<string, unknown>>(properties).as("json")]);
  }),
}));

const tenant = selectFrom("tenant", ["oid"], ["oid"]);

/** Whether there is a tenant with this id. */
export const hasTenant = (db: Db, oid: number): boolean => tenant.first(db, { oid }) !== null;

/** The number of writes after the split. */
export function countWrites(db: Db, split: Split): number {
  return queries.reduce((sum, { number }) => sum + (number.first(db, split)?.writes ?? 0), 0);
}

/** All writes after the split, in pages, each kind in the order of its numbers. */
export function* writesAfter(db: Db, split: Split): Generator<readonly Write[], void> {
  for (const { page } of queries)
    for (let after = 0, isLast = false; !isLast; ) {
      const found = page.all(db, { ...split, after });
      yield found.map(({ json }) => Write.parse(JSON.parse(json)));
      after = found.at(-1)?.oid ?? 0;
      isLast = found.length < PAGE;
    }
}
