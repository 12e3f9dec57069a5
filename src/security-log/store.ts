import { sql } from "kysely";
import type { Category, EventKind, Outcome, Reason } from "../domain/security-event-kinds.ts";
import { jsonObject, objectOrNull } from "../storage/database/json.ts";
import type { Schema } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFound, updateTable } from "../storage/database/table-statements.ts";
import type { SecurityEvent } from "./routes.ts";

/** Maximum number of events in one response. */
export const MAX_LISTED = 100;

type EventColumns = Omit<
  Schema["securityEvent"],
  "oid" | "userName" | "fullName" | "deviceName" | "targetName"
>;

const userColumn = (column: "userName" | "fullName", id: number | null) =>
  sql<string | null>`(SELECT ${sql.ref(column)} FROM ${sql.table("user")} WHERE oid = ${id})`;
const deviceName = (id: number | null) =>
  sql<string | null>`(SELECT deviceName FROM ${sql.table("deviceToken")} WHERE oid = ${id})`;
const targetName = (type: "user" | "device" | null, id: number | null) =>
  sql<
    string | null
  >`CASE ${type} WHEN 'user' THEN ${userColumn("fullName", id)} WHEN 'device' THEN ${deviceName(id)} END`;

/**
 * Inserts an event with the current names. They stay when a record is renamed. The lock and the alarm of a user are of the user's tenant:
 * the wrong name that caused them is of none.
 */
export const insert = statement((p: EventColumns) =>
  sqlite.insertInto("securityEvent").values({
    tenantId: sql<number | null>`ifnull(${p.tenantId}, iif(${p.kind} IN ('lock', 'loginAlarm'),
      (SELECT tenantId FROM ${sql.table("user")} WHERE oid = ${p.targetId}), NULL))`,
    at: p.at,
    lastAt: p.lastAt,
    count: p.count,
    kind: p.kind,
    category: p.category,
    outcome: p.outcome,
    reason: p.reason,
    userId: p.userId,
    userName: userColumn("userName", p.userId),
    fullName: userColumn("fullName", p.userId),
    deviceTokenId: p.deviceTokenId,
    deviceName: deviceName(p.deviceTokenId),
    targetType: p.targetType,
    targetId: p.targetId,
    targetName: targetName(p.targetType, p.targetId),
    address: p.address,
    details: p.details,
  }),
);
export const updateCount = updateTable("securityEvent", { set: ["lastAt", "count"], where: ["oid"] });

/** Filter of a list of events; null: no filter. */
export interface Filter {
  readonly tenantId: number;
  readonly kind: string | null;
  readonly outcome: string | null;
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  readonly address: string | null;
  /** ISO 8601; `from` is inclusive, `to` exclusive. */
  readonly from: string | null;
  readonly to: string | null;
  readonly before: number;
}

function eventJson() {
  const ref = sql.ref;
  return jsonObject<SecurityEvent>({
    oid: ref("e.oid"),
    at: ref("e.at"),
    lastAt: ref("e.lastAt"),
    count: ref("e.count"),
    kind: ref<EventKind>("e.kind"),
    outcome: ref<Outcome>("e.outcome"),
    reason: ref<Reason | null>("e.reason"),
    user: objectOrNull<NonNullable<SecurityEvent["user"]>>(ref("e.userId"), {
      id: sql<number>`${ref("e.userId")}`,
      userName: sql<string>`${ref("e.userName")}`,
      fullName: sql<string>`${ref("e.fullName")}`,
    }),
    device: objectOrNull<NonNullable<SecurityEvent["device"]>>(ref("e.deviceTokenId"), {
      id: sql<number>`${ref("e.deviceTokenId")}`,
      name: sql<string>`${ref("e.deviceName")}`,
    }),
    target: objectOrNull<NonNullable<SecurityEvent["target"]>>(ref("e.targetId"), {
      type: sql<"user" | "device">`${ref("e.targetType")}`,
      id: sql<number>`${ref("e.targetId")}`,
      name: sql<string | null>`${ref("e.targetName")}`,
    }),
    address: ref("e.address"),
    details: sql<SecurityEvent["details"]>`json(${ref("e.details")})`,
  }).as("json");
}

const newest = (p: Filter) =>
  sqlite
    .selectFrom("securityEvent as e")
    // The expression of the index: events without a tenant belong to the first tenant.
    .where(sql`ifnull(e.tenantId, 1)`, "=", p.tenantId)
    .where("e.oid", "<", p.before)
    .where(sql<boolean>`(${p.kind} IS NULL OR e.kind = ${p.kind})`)
    .where(sql<boolean>`(${p.outcome} IS NULL OR e.outcome = ${p.outcome})`)
    .where(
      sql<boolean>`(${p.userId} IS NULL OR e.userId = ${p.userId} OR (e.targetType = 'user' AND e.targetId = ${p.userId}))`,
    )
    .where(
      sql<boolean>`(${p.deviceTokenId} IS NULL OR e.deviceTokenId = ${p.deviceTokenId} OR (e.targetType = 'device' AND e.targetId = ${p.deviceTokenId}))`,
    )
    .where(sql<boolean>`(${p.address} IS NULL OR e.address = ${p.address})`)
    .where(sql<boolean>`(${p.from} IS NULL OR e.lastAt >= ${p.from})`)
    .where(sql<boolean>`(${p.to} IS NULL OR e.at < ${p.to})`)
    .orderBy("e.oid", "desc");

/** The newest events. User and device match as actor and as target. */
export const newestEvents = statement((p: Filter) => newest(p).limit(MAX_LISTED).select(eventJson()));
/** One page of an export. */
export const exportPage = statement((p: Filter & { max: number }) =>
  newest(p).limit(p.max).select(eventJson()),
);

/** The events after one, in order, of all tenants. */
export const eventsAfter = statement((p: { oid: number; max: number }) =>
  sqlite
    .selectFrom("securityEvent as e")
    .where("e.oid", ">", p.oid)
    .orderBy("e.oid")
    .limit(p.max)
    .select(["e.oid", "e.tenantId", eventJson()]),
);
/** The current names of user, device and target. */
export const currentNames = statement(
  (p: {
    userId: number | null;
    deviceTokenId: number | null;
    targetType: "user" | "device" | null;
    targetId: number | null;
  }) =>
    sqlite.selectNoFrom([
      userColumn("userName", p.userId).as("userName"),
      userColumn("fullName", p.userId).as("fullName"),
      deviceName(p.deviceTokenId).as("deviceName"),
      targetName(p.targetType, p.targetId).as("targetName"),
    ]),
);
export const lastEvent = statement((p: { max: number }) =>
  sqlite.selectFrom("securityEvent").select("oid").orderBy("oid", "desc").limit(p.max),
);

/** Whether an event may be removed. Which data a server went on with is kept for ever: an older backup lacks later closed stocktakes. */
const isRemovable = sql<boolean>`kind NOT IN ('restore', 'promotion')`;
export const removeBefore = deleteFound("securityEvent", (p: { before: string; max: number }) =>
  sqlite
    .selectFrom("securityEvent")
    .select("oid")
    .where("lastAt", "<", p.before)
    .where(isRemovable)
    .limit(p.max),
);
const ofTenant = sql<number>`ifnull(tenantId, 1)`;
/** The tenant with the most removable events of a category, and the total of all tenants. */
export const largestTenant = statement((p: { category: Category }) =>
  sqlite
    .selectFrom("securityEvent")
    .where("category", "=", p.category)
    .where(isRemovable)
    .groupBy(ofTenant)
    .orderBy(sql`count(*)`, "desc")
    .limit(sql.lit(1))
    .select([ofTenant.as("tenantId"), sql<number>`sum(count(*)) OVER ()`.as("total")]),
);
/** Removes the oldest events of a tenant in a category. */
export const removeOldest = deleteFound(
  "securityEvent",
  (p: { category: Category; tenantId: number; max: number }) =>
    sqlite
      .selectFrom("securityEvent")
      .select("oid")
      .where("category", "=", p.category)
      .where(ofTenant, "=", p.tenantId)
      .where(isRemovable)
      .orderBy("oid")
      .limit(p.max),
);
