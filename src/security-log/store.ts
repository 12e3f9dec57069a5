import { sql } from "kysely";
import type { Category, Kind, Outcome, Reason } from "../domain/security-event-kinds.ts";
import { jsonObject, objectOrNull } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { SecurityEvent } from "./shapes.ts";

/** At most so many events are answered at once. */
export const MAX_LISTED = 100;

interface EventColumns {
  readonly tenantId: number | null;
  readonly at: string;
  readonly lastAt: string;
  readonly count: number;
  readonly kind: Kind;
  readonly category: Category;
  readonly outcome: Outcome;
  readonly reason: Reason | null;
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  readonly targetType: "user" | "device" | null;
  readonly targetId: number | null;
  readonly address: string | null;
  readonly details: string | null;
}

const userColumn = (column: "userName" | "fullName", id: number | null) =>
  sql<string | null>`(SELECT ${sql.ref(column)} FROM ${sql.table("user")} WHERE oid = ${id})`;
const deviceName = (id: number | null) =>
  sql<string | null>`(SELECT deviceName FROM ${sql.table("deviceToken")} WHERE oid = ${id})`;
const targetName = (type: "user" | "device" | null, id: number | null) =>
  sql<
    string | null
  >`CASE ${type} WHEN 'user' THEN ${userColumn("fullName", id)} WHEN 'device' THEN ${deviceName(id)} END`;

/** Names are stored as they are now: they stay when the record is renamed. */
export const insert = statement((p: EventColumns) =>
  sqlite.insertInto("securityEvent").values({
    tenantId: p.tenantId,
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
export const repeat = statement((p: { oid: number; lastAt: string; count: number }) =>
  sqlite.updateTable("securityEvent").set({ lastAt: p.lastAt, count: p.count }).where("oid", "=", p.oid),
);

/** What a list of events asks for; null is no filter. */
export interface Filter {
  readonly tenantId: number;
  readonly kind: string | null;
  readonly outcome: string | null;
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  readonly address: string | null;
  /** ISO 8601: the first moment, and the one after the last. */
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
    kind: ref<Kind>("e.kind"),
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
    // As the index has it: events of no tenant are the first one's.
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

/** The newest events; user and device also where something was done to them. */
export const listed = statement((p: Filter) => newest(p).limit(MAX_LISTED).select(eventJson()));
/** The same as pages of an export. */
export const exported = statement((p: Filter & { most: number }) =>
  newest(p).limit(p.most).select(eventJson()),
);

/** The events after one, in their order, of whatever tenant. */
export const after = statement((p: { oid: number; most: number }) =>
  sqlite
    .selectFrom("securityEvent as e")
    .where("e.oid", ">", p.oid)
    .orderBy("e.oid")
    .limit(p.most)
    .select(["e.oid", "e.tenantId", eventJson()]),
);
/** The names that an event would be stored with now. */
export const names = statement(
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
export const last = statement((p: { most: number }) =>
  sqlite.selectFrom("securityEvent").select("oid").orderBy("oid", "desc").limit(p.most),
);

export const removeBefore = statement((p: { before: string; most: number }) =>
  sqlite
    .deleteFrom("securityEvent")
    .where("oid", "in", (eb) =>
      eb.selectFrom("securityEvent").select("oid").where("lastAt", "<", p.before).limit(p.most),
    ),
);
const ofTenant = sql<number>`ifnull(tenantId, 1)`;
/** The tenant with the most events of a category, and how many there are in all. */
export const mostOf = statement((p: { category: Category }) =>
  sqlite
    .selectFrom("securityEvent")
    .where("category", "=", p.category)
    .groupBy(ofTenant)
    .orderBy(sql`count(*)`, "desc")
    .limit(sql.lit(1))
    .select([ofTenant.as("tenantId"), sql<number>`sum(count(*)) OVER ()`.as("inAll")]),
);
/** Removes the oldest of a category that a tenant has. */
export const removeOldest = statement((p: { category: Category; tenantId: number; most: number }) =>
  sqlite
    .deleteFrom("securityEvent")
    .where("oid", "in", (eb) =>
      eb
        .selectFrom("securityEvent")
        .select("oid")
        .where("category", "=", p.category)
        .where(ofTenant, "=", p.tenantId)
        .orderBy("oid")
        .limit(p.most),
    ),
);
