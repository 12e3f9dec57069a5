import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { CATALOGUE_NAMES } from "../../../records/catalogues.ts";
import { RECORDS } from "../../../records/records.ts";
import { jsonObject } from "../../../storage/database/json.ts";
import { findRecord, nameOfReferred, nameOfRow } from "../../../storage/database/record-names.ts";
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

type Sql = RawBuilder<unknown>;
type Values = { readonly [K in keyof Omit<Write, "oid">]: Sql };

/** A source of writes: the rows `r` of a table. */
interface Source {
  readonly table: string;
  /** Its name in the file; absent: each row has its own. */
  readonly kind?: string;
  /** SQL of the number of a row; absent: its `oid`. */
  readonly number?: Sql;
  /** Which rows; absent: those that were changed since. */
  readonly where?: (p: Split) => RawBuilder<boolean>;
  /** When a row was written, and who wrote it: the first that is not null. None: not recorded. */
  readonly at: readonly string[];
  readonly by: readonly string[];
  /** The present values of these fields, without those that are empty, are the changes. */
  readonly shown?: readonly string[];
  /** The time of the creation: later ones are creations, others changes. Absent: all are of `action`. */
  readonly created?: string;
  readonly action?: Write["action"];
  /** Values that the others do not say. */
  readonly special?: (p: Split) => Partial<Values>;
}

const column = (name: string) => sql`${sql.ref(`r.${name}`)}`;
/** The first of these values that is not null; null: there is none. */
const firstOf = (values: readonly Sql[]) => sql`coalesce(${sql.join([...values, sql`NULL`, sql`NULL`])})`;
const fullName = (name: string) => sql`(SELECT fullName FROM user WHERE oid = ${column(name)})`;
const nameOf = (table: string, id: string) => sql.raw(nameOfReferred(table, id));
const present = (names: readonly string[]) =>
  sql`(SELECT json_group_array(json_array(key, NULL, value)) FROM json_each(json_object(${sql.join(
    names.map((name) => sql`${sql.lit(name)}, ${column(name)}`),
  )})) WHERE value IS NOT NULL)`;
const changedBy = (p: Split) => sql<boolean>`${column("change")} > ${p.change}`;

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
const OF_ITEM = "(SELECT articleId FROM inventoryItem WHERE oid = ";

/** The audited records by their entity, with the name that each has now. */
const AUDITED_NAMES = RECORDS.flatMap(({ entity, table }) =>
  entity === null ? [] : [sql`WHEN ${sql.lit(entity)} THEN ${nameOf(table, "r.entityId")}`],
);

const SOURCES: readonly Source[] = [
  {
    table: "auditEntry",
    // The stock that a request moves is part of the request, which is listed itself, as hand-overs are.
    where: (p) => sql`${column("oid")} > ${p.auditEntry} AND r.entity <> 'custody'
      AND (r.cause IS NULL OR NOT (r.cause GLOB 'transfer *' OR r.cause GLOB 'disposal *'))`,
    at: ["at"],
    by: ["userId"],
    special: () => ({
      kind: column("entity"),
      recordId: column("entityId"),
      action: column("action"),
      cause: column("cause"),
      record: sql`CASE r.entity ${sql.join(AUDITED_NAMES, sql` `)} END`,
      changes: column("changes"),
    }),
  },
  {
    table: "articleTransfer",
    kind: "transfer",
    at: ["decidedDT", "createdDT"],
    by: ["decidedBy", "userId"],
    created: "createdDT",
    shown: ["state", "quantity", "fromLocationId", "targetLocationId", "note", "reason"],
  },
  {
    table: "disposalProposal",
    kind: "disposal",
    at: ["decidedDT", "proposalDT"],
    by: ["decidedBy", "userId"],
    created: "proposalDT",
    shown: ["state", "disposalMethodId", "disposalReasonId", "note", "rejectReason"],
  },
  {
    table: "custody",
    kind: "custody",
    // Terminals send their own again. What the console has made or ended is listed.
    where: (p) => sql`${changedBy(p)}
      AND (r.startDeviceId IS NULL OR (r.endedDT IS NOT NULL AND r.endDeviceId IS NULL))`,
    at: ["endedDT", "startedDT"],
    by: ["endedBy", "startedBy"],
    created: "startedDT",
    shown: ["userId", "dueDate", "startedDT", "endedDT", "startNote", "endNote"],
  },
  {
    table: "countOperation",
    kind: "count",
    // From the console, and of other programs.
    where: (p) => sql`${changedBy(p)} AND (r.kind IN ('update', 'recount', 'settle')
      OR (SELECT kind FROM user WHERE oid = r.senderId) <> 'person')`,
    at: ["at"],
    by: ["userId"],
    action: "create",
    special: () => ({
      recordId: column("inventoryId"),
      record: sql`ifnull(${nameOf("article", `${OF_ITEM} r.itemId)`)}, r.code)`,
      changes: sql`(SELECT json_group_array(json_array(key, NULL, value)) FROM (SELECT 'kind' AS key, r.kind AS value
        UNION ALL SELECT 'locationId', r.locationId WHERE r.locationId IS NOT NULL
        UNION ALL SELECT key, value FROM json_each(r.entered)))`,
    }),
  },
  {
    table: "inventoryItem",
    kind: "item",
    // Decisions on moved stock. The audit has settlements and approvals.
    where: (p) => sql`${column("decidedDT")} > ${p.at}`,
    at: ["decidedDT"],
    by: ["decidedBy"],
    shown: ["inventoryId", "locationId", "decision"],
  },
  {
    table: "photo",
    kind: "photo",
    at: ["deletedDT", "createdDT"],
    by: ["userId"],
    shown: ["fileName"],
    special: (p) => ({
      record: nameOf("article", `ifnull(r.articleId, ${OF_ITEM} r.inventoryItemId))`),
      action: sql`iif(r.deleted = 1, 'delete', iif(r.createdDT > ${p.at}, 'create', 'update'))`,
    }),
  },
  {
    table: "printRequest",
    kind: "label",
    where: (p) => sql`${changedBy(p)} AND r.createdDT > ${p.at}`,
    at: ["createdDT"],
    by: ["userId"],
    action: "create",
    shown: ["printerId", "copies"],
  },
  {
    table: "catalogueSetting",
    number: sql`row_number() OVER (ORDER BY tenantId, catalogue, recordId)`,
    at: [],
    by: [],
    shown: ["position", "isHidden", "isDefault"],
    special: () => ({
      kind: column("catalogue"),
      recordId: column("recordId"),
      record: sql`CASE r.catalogue ${sql.join(
        CATALOGUE_NAMES.map((name) => sql`WHEN ${sql.lit(name)} THEN ${nameOf(name, "r.recordId")}`),
        sql` `,
      )} END`,
    }),
  },
  {
    table: "noticeChoice",
    number: sql`userId`,
    kind: "notices",
    at: [],
    // Everybody chooses for himself.
    by: ["userId"],
    shown: ["modes", "digestHour", "language"],
    special: () => ({ record: fullName("userId") }),
  },
  {
    table: "securityEvent",
    where: (p) => sql`${column("oid")} > ${p.securityEvent} AND r.outcome = 'success'
      AND r.kind IN (${sql.join(SETTINGS.map((kind) => sql.lit(kind)))})`,
    at: ["at"],
    by: ["userId"],
    special: () => ({
      tenantId: sql`ifnull(r.tenantId, (SELECT min(oid) FROM tenant))`,
      kind: column("kind"),
      changes: sql`(SELECT json_group_array(iif(type = 'object', json_array(key, value -> '$.before', value -> '$.after'),
        json_array(key, NULL, value))) FROM json_each(ifnull(r.details, '{}')))`,
    }),
  },
];

/** The values of a write, by its source. */
function valuesOf({ table, kind, at, by, shown = [], created, action, special }: Source, p: Split): Values {
  const record = findRecord(table);
  const actions =
    created === undefined
      ? sql.lit(action ?? "update")
      : sql`iif(${column(created)} > ${p.at}, 'create', 'update')`;
  return {
    tenantId: column("tenantId"),
    at: firstOf(at.map(column)),
    user: firstOf(by.map(fullName)),
    kind: sql.lit(kind ?? null),
    recordId: column("oid"),
    record: record === null ? sql`NULL` : sql.raw(nameOfRow(record, "r")),
    action: actions,
    cause: sql`NULL`,
    changes: present(shown),
    ...special?.(p),
  };
}

function rows({ table, number, where = changedBy }: Source, p: Split) {
  const columns = number === undefined ? sql`*` : sql`*, ${number} AS oid`;
  const changed = sql<{ oid: number }>`(SELECT ${columns} FROM ${sql.table(table)} AS r WHERE ${where(p)})`;
  return sqlite.selectFrom(changed.as("r"));
}

const queries = SOURCES.map((source) => ({
  number: statement((p: Split) => rows(source, p).select(({ fn }) => fn.countAll<number>().as("writes"))),
  page: statement((p: Range) => {
    const { changes, ...others } = valuesOf(source, p);
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
