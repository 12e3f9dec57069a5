import { sql } from "kysely";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import type { UnsavedCounter } from "../rate-limit/attempts.ts";
import { type Count, type Counter, LOCK_LIMITS } from "../rate-limit/rate-limit.ts";
import type { LoginAlarm, LoginLock } from "../shapes.ts";

// The locks and the alarm that Admins see after wrong PINs and passwords.

const HOUR_MS = 3_600_000;
/** The number of wrong PINs and passwords of a tenant within an hour that raises the alarm. */
const ALARM_FAILURES = 50;
/** Maximum number of users that the alarm names. */
const MAX_NAMED = 3;

const FAILING: readonly Counter["kind"][] = [
  ...(["lock-anonymous", "lock-new-device", "lock-own-device", "password-user", "lock-factor"] as const),
];
interface Limits {
  readonly anonymous: number;
  readonly newDevice: number;
  readonly ownDevice: number;
  readonly factor: number;
  readonly now: number;
}
const limitsAt = (now: number): Limits => ({
  anonymous: LOCK_LIMITS["lock-anonymous"],
  newDevice: LOCK_LIMITS["lock-new-device"],
  ownDevice: LOCK_LIMITS["lock-own-device"],
  factor: LOCK_LIMITS["lock-factor"],
  now,
});

const lastAt = sql<number>`json_extract(g.times, '$[#-1]')`;
const NAMES = ["u.oid", "u.fullName", "u.fullNameFolded", "d.oid as deviceId", "d.deviceName"] as const;
const ofTenant = (tenantId: number) =>
  sqlite
    .selectFrom("loginAttempt as g")
    .innerJoin("user as u", "u.oid", "g.userId")
    .leftJoin("deviceToken as d", "d.oid", "g.deviceTokenId")
    .where("u.tenantId", "=", tenantId)
    .select(["g.kind", "g.subject", "g.address", ...NAMES])
    .select(lastAt.as("at"));
/** The user and the device of a counter in memory. */
const userAndDevice = statement((p: { tenantId: number; userId: number; deviceTokenId: number | null }) =>
  sqlite
    .selectFrom("user as u")
    .leftJoin("deviceToken as d", (join) => join.on("d.oid", "=", p.deviceTokenId))
    .where("u.tenantId", "=", p.tenantId)
    .where("u.oid", "=", p.userId)
    .select([...NAMES, "u.isActive", "d.revokedDT"]),
);
const isLockedRow = (p: Limits) =>
  sql<boolean>`((g.kind = 'lock-anonymous' AND g.failures >= ${p.anonymous})
    OR (g.kind = 'lock-new-device' AND g.failures >= ${p.newDevice})
    OR (g.kind = 'lock-own-device' AND g.failures >= ${p.ownDevice})
    OR (g.kind = 'lock-factor' AND g.failures >= ${p.factor})
    OR (g.kind = 'password-user' AND g.heldUntil > ${p.now}))`;
const locked = statement((p: Limits & { tenantId: number }) =>
  ofTenant(p.tenantId)
    .where("u.isActive", "=", 1)
    .where("d.revokedDT", "is", null)
    .where(isLockedRow(p))
    .orderBy("u.fullNameFolded")
    .orderBy("u.oid")
    .orderBy("g.kind"),
);
const failing = statement((p: { tenantId: number; since: number; max: number }) =>
  ofTenant(p.tenantId)
    .where("g.kind", "in", FAILING)
    .where(lastAt, ">", p.since)
    .orderBy("at", "desc")
    .limit(p.max),
);
const times = statement((p: { subject: string }) =>
  sqlite
    .selectFrom("loginAttempt")
    .select("times")
    .where("kind", "=", "tenant-failures")
    .where("subject", "=", p.subject),
);

const ofUser = statement((p: Limits & { userId: number }) =>
  sqlite
    .selectFrom("loginAttempt as g")
    .select("g.kind")
    .where("g.userId", "=", p.userId)
    .where(isLockedRow(p))
    .limit(sql.lit(1)),
);

type Row = NonNullable<ReturnType<typeof locked.first>>;

/**
 * The locked PINs and held passwords of a tenant's users, and the alarm after many failures. `unsaved` counters, which are in
 * memory while the disk is not accepting writes, replace those of the database. `now`: ms since 1970.
 */
export function loginAlarm(
  db: Db,
  tenantId: number,
  now: number,
  unsaved: readonly UnsavedCounter[],
): LoginAlarm {
  const newer = unsavedRows(db, tenantId, unsaved);
  const superseded = new Set(unsaved.map(({ counter }) => keyOf(counter)));
  const current = (rows: readonly Row[], added: readonly Row[]) => [
    ...rows.filter((row) => !superseded.has(keyOf(row))),
    ...added,
  ];
  const newlyLocked = newer.filter(({ kind, count, isLockable }) => isLockable && isLocked(kind, count, now));
  const locks = current(locked.all(db, { tenantId, ...limitsAt(now) }), newlyLocked)
    .toSorted(byName)
    .map(lockOf);
  const since = now - HOUR_MS;
  const count = failuresSince(db, tenantId, since, unsaved);
  if (count < ALARM_FAILURES) return { locks, failures: null };
  const newlyFailing = newer.filter(({ kind, at }) => FAILING.some((one) => one === kind) && at > since);
  const latest = current(
    failing.all(db, { tenantId, since, max: MAX_NAMED + superseded.size }),
    newlyFailing,
  ).toSorted((a, b) => b.at - a.at);
  return { locks, failures: { count, last: latest.slice(0, MAX_NAMED).map(attemptOf) } };
}

/** True while a PIN of the user is locked anywhere, or the password is held. `now`: ms since 1970. */
export function hasLock(db: Db, userId: number, now: number): boolean {
  return ofUser.first(db, { userId, ...limitsAt(now) }) !== null;
}

interface UnsavedRow extends Row {
  readonly count: Count;
  /** True for an active user, and not on a revoked device. */
  readonly isLockable: boolean;
}

function unsavedRows(db: Db, tenantId: number, unsaved: readonly UnsavedCounter[]): UnsavedRow[] {
  return unsaved.flatMap((entry) => {
    const { count } = entry;
    if (count === null) return [];
    const { kind, subject, userId, deviceTokenId = null, address = null } = entry.counter;
    if (userId === null || userId === undefined) return [];
    const found = userAndDevice.first(db, { tenantId, userId, deviceTokenId });
    if (found === null) return [];
    const isLockable = found.isActive === 1 && found.revokedDT === null;
    return [{ ...found, kind, subject, address, count, isLockable, at: count.times.at(-1) ?? 0 }];
  });
}

function isLocked(kind: string, { failures, heldUntil }: Count, now: number): boolean {
  const limit = Object.entries(LOCK_LIMITS).find(([name]) => name === kind)?.[1];
  return limit === undefined ? kind === "password-user" && heldUntil > now : failures >= limit;
}

const keyOf = ({ kind, subject }: { readonly kind: string; readonly subject: string }) =>
  `${kind} ${subject}`;

function byName(a: Row, b: Row): number {
  const order = (row: Row) => [row.fullNameFolded, String(row.oid).padStart(16, "0"), row.kind].join(" ");
  return order(a) < order(b) ? -1 : 1;
}

function failuresSince(db: Db, tenantId: number, since: number, unsaved: readonly UnsavedCounter[]): number {
  const subject = `tenant ${tenantId}`;
  const kind: Counter["kind"] = "tenant-failures";
  const newer = unsaved.find(({ counter }) => keyOf(counter) === keyOf({ kind, subject }));
  const all: unknown = newer?.count?.times ?? JSON.parse(times.first(db, { subject })?.times ?? "[]");
  return Array.isArray(all) ? all.filter((at) => typeof at === "number" && at > since).length : 0;
}

function attemptOf({ oid, fullName, address, deviceId, deviceName, at }: Row): LastAttempt {
  return {
    user: { id: oid, fullName },
    device: deviceId === null || deviceName === null ? null : { id: deviceId, name: deviceName },
    address,
    at: new Date(at).toISOString(),
  };
}

type LastAttempt = Omit<LoginLock, "secret" | "where">;

const WHERE = {
  "lock-anonymous": "noDevice",
  "lock-new-device": "newDevices",
  "lock-own-device": "device",
} as const;

function lockOf(row: Row): LoginLock {
  const where = Object.entries(WHERE).find(([kind]) => kind === row.kind)?.[1] ?? null;
  if (row.kind === "lock-factor") return { ...attemptOf(row), secret: "secondFactor", where: null };
  return { ...attemptOf(row), secret: where === null ? "password" : "pin", where };
}
