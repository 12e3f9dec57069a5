import { sql } from "kysely";
import { type Db, sqlite, statement } from "../storage/statement.ts";
import { LOCK_LIMITS } from "./guesses.ts";
import type { LoginAlarm, LoginLock } from "./shapes.ts";

// What an Admin is told of wrong PINs and passwords.

const HOUR_MS = 3_600_000;
/** So many wrong PINs and passwords of a tenant within an hour are an alarm. */
export const ALARM_FAILURES = 50;
/** How many users the alarm names. */
const NAMED = 3;

const lastAt = sql<number>`json_extract(g.times, '$[#-1]')`;
const ofTenant = (tenantId: number) =>
  sqlite
    .selectFrom("guess as g")
    .innerJoin("user as u", "u.oid", "g.userId")
    .leftJoin("deviceToken as d", "d.oid", "g.deviceTokenId")
    .where("u.tenantId", "=", tenantId)
    .select(["g.kind", "g.address", "g.failures", "u.oid", "u.fullName", "d.oid as deviceId", "d.deviceName"])
    .select(lastAt.as("at"));
const locked = statement(
  (p: { tenantId: number; anonymous: number; newDevice: number; ownDevice: number; now: number }) =>
    ofTenant(p.tenantId)
      .where("u.isActive", "=", 1)
      .where("d.revokedDT", "is", null)
      .where((eb) =>
        eb.or([
          eb("g.kind", "=", "lock-anonymous").and("g.failures", ">=", p.anonymous),
          eb("g.kind", "=", "lock-new-device").and("g.failures", ">=", p.newDevice),
          eb("g.kind", "=", "lock-own-device").and("g.failures", ">=", p.ownDevice),
          eb("g.kind", "=", "password-user").and("g.heldUntil", ">", p.now),
        ]),
      )
      .orderBy("u.fullNameFolded")
      .orderBy("u.oid")
      .orderBy("g.kind"),
);
const failing = statement((p: { tenantId: number; since: number; most: number }) =>
  ofTenant(p.tenantId)
    .where("g.kind", "in", ["lock-anonymous", "lock-new-device", "lock-own-device", "password-user"])
    .where(lastAt, ">", p.since)
    .orderBy("at", "desc")
    .limit(p.most),
);
const times = statement((p: { subject: string }) =>
  sqlite
    .selectFrom("guess")
    .select("times")
    .where("kind", "=", "tenant-failures")
    .where("subject", "=", p.subject),
);

type Row = NonNullable<ReturnType<typeof locked.first>>;

/** The locked PINs and held passwords of a tenant's users, and the alarm when there are many failures. */
export function loginAlarm(db: Db, tenantId: number, now: number): LoginAlarm {
  const limits = {
    anonymous: LOCK_LIMITS["lock-anonymous"],
    newDevice: LOCK_LIMITS["lock-new-device"],
    ownDevice: LOCK_LIMITS["lock-own-device"],
  };
  const locks = locked.all(db, { tenantId, now, ...limits }).map(lockOf);
  const count = failuresSince(db, tenantId, now - HOUR_MS);
  if (count < ALARM_FAILURES) return { locks, failures: null };
  const rows = failing.all(db, { tenantId, since: now - HOUR_MS, most: NAMED });
  return { locks, failures: { count, last: rows.map(attemptOf) } };
}

function failuresSince(db: Db, tenantId: number, since: number): number {
  const all: unknown = JSON.parse(times.first(db, { subject: `tenant ${tenantId}` })?.times ?? "[]");
  return Array.isArray(all) ? all.filter((at) => typeof at === "number" && at > since).length : 0;
}

function attemptOf({ oid, fullName, address, deviceId, deviceName, at }: Row): LoginAttempt {
  return {
    user: { id: oid, fullName },
    device: deviceId === null || deviceName === null ? null : { id: deviceId, name: deviceName },
    address,
    at: new Date(at).toISOString(),
  };
}

type LoginAttempt = Omit<LoginLock, "secret" | "where">;

const WHERE = {
  "lock-anonymous": "noDevice",
  "lock-new-device": "newDevices",
  "lock-own-device": "device",
} as const;

function lockOf(row: Row): LoginLock {
  const where = Object.entries(WHERE).find(([kind]) => kind === row.kind)?.[1] ?? null;
  return { ...attemptOf(row), secret: where === null ? "password" : "pin", where };
}
