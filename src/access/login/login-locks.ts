import { sql } from "kysely";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { selectFrom } from "../../storage/database/table-statements.ts";
import type { UnsavedCounter } from "../rate-limit/attempts.ts";
import {
  type Count,
  type Counter,
  DAY_LOCKS,
  LOCK_LIMITS,
  USER_ALARM_FAILURES,
} from "../rate-limit/rate-limit.ts";
import type { LoginAlarm, LoginLock } from "../shapes.ts";

// The locks and the alarm that Admins see after wrong PINs and passwords.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The number of wrong PINs and passwords of a tenant within an hour that raises the alarm. */
const ALARM_FAILURES = 50;
/** Maximum number of users that the alarm names. */
const MAX_NAMED = 3;

const USER_FAILURES: Counter["kind"] = "user-failures";
const FAILING: readonly Counter["kind"][] = [
  ...(["lock-anonymous", "lock-new-device", "lock-own-device", "lock-factor"] as const),
  ...(["password-user", "password-known"] as const),
];
const limitsAt = (now: number) => ({
  anonymous: LOCK_LIMITS["lock-anonymous"],
  newDevice: LOCK_LIMITS["lock-new-device"],
  ownDevice: LOCK_LIMITS["lock-own-device"],
  factor: LOCK_LIMITS["lock-factor"],
  password: LOCK_LIMITS["lock-password"],
  known: LOCK_LIMITS["lock-known"],
  now,
  dayAgo: now - DAY_MS,
});
type Limits = ReturnType<typeof limitsAt>;

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
    OR (g.kind = 'lock-password' AND g.failures >= ${p.password} AND ${lastAt} > ${p.dayAgo})
    OR (g.kind = 'lock-known' AND g.failures >= ${p.known} AND ${lastAt} > ${p.dayAgo})
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
const times = selectFrom("loginAttempt", ["subject"], ["times"], { is: { kind: "tenant-failures" } });

const failures = statement((p: { kind: string; since: number }) =>
  sqlite
    .selectFrom("loginAttempt as g")
    .innerJoin("user as u", "u.oid", "g.userId")
    .where("g.kind", "=", p.kind)
    .where(lastAt, ">", p.since)
    .select(["u.tenantId", "u.oid", "u.fullName", "g.times", "g.address"])
    .orderBy("u.fullNameFolded")
    .orderBy("u.oid"),
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
  const inMemory = newer.filter(({ kind }) => kind === USER_FAILURES);
  const users = [
    ...listAttackedUsers(db, now).filter(
      ({ user, tenantId: of }) => of === tenantId && !inMemory.some(({ oid }) => oid === user.id),
    ),
    ...inMemory.flatMap((row) => attackedUser({ ...row, tenantId }, row.count.times, now) ?? []),
  ].map(({ user, count, at, address }) => ({ user, count, at, address }));
  const since = now - HOUR_MS;
  const count = failuresSince(db, tenantId, since, unsaved);
  if (count < ALARM_FAILURES) return { locks, users, failures: null };
  const newlyFailing = newer.filter(({ kind, at }) => FAILING.some((one) => one === kind) && at > since);
  const latest = current(
    failing.all(db, { tenantId, since, max: MAX_NAMED + superseded.size }),
    newlyFailing,
  ).toSorted((a, b) => b.at - a.at);
  return { locks, users, failures: { count, last: latest.slice(0, MAX_NAMED).map(attemptOf) } };
}

/** A user at whom passwords and PINs are tried. */
export type AttackedUser = LoginAlarm["users"][number] & { readonly tenantId: number };

/** The users of all tenants with 100 or more wrong attempts in the last 24 hours. `now`: ms since 1970. */
export function listAttackedUsers(db: Db, now: number): readonly AttackedUser[] {
  return failures
    .all(db, { kind: USER_FAILURES, since: now - DAY_MS })
    .flatMap(({ times: json, ...row }) => attackedUser(row, JSON.parse(json), now) ?? []);
}

/** The user with these attempts; null: too few of them in the last 24 hours. */
function attackedUser(
  row: {
    readonly tenantId: number;
    readonly oid: number;
    readonly fullName: string;
    readonly address: string | null;
  },
  attempts: unknown,
  now: number,
): AttackedUser | null {
  const { tenantId, oid: id, fullName, address } = row;
  const recent = (Array.isArray(attempts) ? attempts : []).filter((at): at is number => at > now - DAY_MS);
  const last = recent.at(-1);
  if (last === undefined || recent.length < USER_ALARM_FAILURES) return null;
  return {
    tenantId,
    user: { id, fullName },
    count: recent.length,
    at: new Date(last).toISOString(),
    address,
  };
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

function isLocked(kind: string, { times: last, failures, heldUntil }: Count, now: number): boolean {
  const limit = Object.entries(LOCK_LIMITS).find(([name]) => name === kind)?.[1];
  if (DAY_LOCKS.some((one) => one === kind) && (last.at(-1) ?? 0) <= now - DAY_MS) return false;
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
const WHERE_OF_PASSWORD = {
  "password-user": null,
  "lock-password": "unknownCallers",
  "lock-known": "knownCaller",
} as const;

function lockOf(row: Row): LoginLock {
  const of = <T>(table: Readonly<Record<string, T>>) => table[row.kind];
  const attempt = attemptOf(row);
  const where = of<LoginLock["where"]>(WHERE);
  if (where !== undefined) return { ...attempt, secret: "pin", where };
  const whereOfPassword = of<LoginLock["where"]>(WHERE_OF_PASSWORD);
  if (whereOfPassword !== undefined) return { ...attempt, secret: "password", where: whereOfPassword };
  return { ...attempt, secret: "secondFactor", where: null };
}
