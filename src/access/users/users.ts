import { Conflict } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Role, rolesIn } from "../../domain/roles.ts";
import { fold, nameKey } from "../../domain/text-folding.ts";
import { bool, jsonObject } from "../../storage/database/json.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { selectFrom } from "../../storage/database/table-statements.ts";
import { resetLoginAttempts } from "../rate-limit/counter-store.ts";
import { recordCreated } from "./user-events.ts";
import { insertUser } from "./user-records.ts";

/** A user, as logins and token checks need it. */
export interface User {
  readonly oid: number;
  readonly tenantId: number;
  readonly userName: string;
  readonly fullName: string;
  /** `service`: the account of a program, which never logs in (access/api-keys). */
  readonly kind: "person" | "service";
  readonly isActive: boolean;
  /** False: restored from a backup and not yet confirmed by an Admin (restored.ts). */
  readonly isConfirmed: boolean;
  readonly roles: readonly Role[];
  readonly passwordHash: string | null;
  readonly pinHash: string | null;
  /** Tokens issued before this second are invalid; 0: no secret has changed. Seconds since 1970. */
  readonly tokensSince: number;
  /** When all sessions were ended last: tokens without a session that were issued before are invalid. Ms since 1970; 0: never. */
  readonly sessionsEndedAt: number;
}

/**
 * What a user's login needs. `none`: the first step is enough. `verify`: the user has a second factor. `setUp`: a role
 * requires a second factor, and the user has none yet.
 */
export type SecondFactorNeed = "none" | "verify" | "setUp";

/** Finds what a user's login needs. */
export type SecondFactorNeedOf = (db: Db, user: Pick<User, "oid" | "tenantId" | "roles">) => SecondFactorNeed;

const base = () =>
  sqlite
    .selectFrom("user")
    .select([
      "oid",
      "tenantId",
      "userName",
      "fullName",
      "isActive",
      "isConfirmed",
      "roles",
      "passwordHash",
      "pinHash",
      "secretsChangedDT",
      "sessionsEndedDT",
      "createdDT",
      "kind",
    ]);
const byId = statement((p: { oid: number }) => base().where("oid", "=", p.oid));
const personByName = statement((p: { key: string }) =>
  base().where("userNameKey", "=", p.key).where("kind", "=", "person"),
);
const idOfName = statement((p: { key: string }) =>
  sqlite.selectFrom("user").select("oid").where("userNameKey", "=", p.key),
);
const idOfBadge = selectFrom("user", ["tenantId", "badgeCode"], ["oid"]);
const anyUser = statement((p: { max: number }) => sqlite.selectFrom("user").select("oid").limit(p.max));
const highest = statement((_: object) =>
  sqlite.selectFrom("user").select("oid").orderBy("oid", "desc").limit(1),
);

/** The active users of a tenant, by full name, without service accounts. */
export const activeUsers = statement((p: { tenantId: number; active: 1 }) =>
  sqlite
    .selectFrom("user")
    .select(({ ref }) =>
      jsonObject({ id: ref("oid"), userName: ref("userName"), fullName: ref("fullName") }).as("json"),
    )
    .where("tenantId", "=", p.tenantId)
    .where("isActive", "=", p.active)
    .where("kind", "=", "person")
    .orderBy("fullNameFolded")
    .orderBy("oid"),
);

/** All users of a tenant by full name, inactive ones and service accounts too, because records name them. */
export const allUsers = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("user")
    .select(({ ref }) =>
      jsonObject({
        id: ref("oid"),
        userName: ref("userName"),
        fullName: ref("fullName"),
        isActive: bool(ref("isActive")),
        kind: ref("kind"),
      }).as("json"),
    )
    .where("tenantId", "=", p.tenantId)
    .orderBy("fullNameFolded")
    .orderBy("oid"),
);

/** The user of this id in any tenant, or null. */
export function findUser(db: Db, oid: number): User | null {
  return userOf(byId.first(db, { oid }));
}

/** The user of this id in the tenant, or null. Not a service account: an article or a device can't belong to one. */
export function findPerson(db: Db, tenantId: number, oid: number): User | null {
  const user = findUser(db, oid);
  return user?.tenantId === tenantId && user.kind === "person" ? user : null;
}

const names = selectFrom("user", ["tenantId"], ["oid", "userName", "fullName"], { is: { kind: "person" } });

/** The names of the tenant's users, without service accounts. */
export function listUserNames(db: Db, tenantId: number) {
  return names.all(db, { tenantId });
}

/** The user of this login name in any letter case, or null. A service account has no login name. */
export function findUserByName(db: Db, userName: string): User | null {
  return userOf(personByName.first(db, { key: nameKey(userName) }));
}

/** True where no user and no service account has this name, in any tenant. */
export function isFreeUserName(db: Db, userName: string): boolean {
  return idOfName.first(db, { key: nameKey(userName) }) === null;
}

/** The highest id of all users; 0: no users. */
export function highestUserId(db: Db): number {
  return highest.first(db, {})?.oid ?? 0;
}

/** True once the server has a user. */
export function hasUsers(db: Db): boolean {
  return anyUser.first(db, { max: 1 }) !== null;
}

/** A user to insert. The secrets are hashed already. */
export interface NewUser {
  readonly tenantId: number;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  readonly isActive: boolean;
  readonly passwordHash: string | null;
  readonly pinHash: string | null;
  /** Number of digits of the PIN; absent: no PIN, or unknown. */
  readonly pinDigits?: number | null;
  /** Default: `person`. */
  readonly kind?: User["kind"];
  /** For notices. Default: none. */
  readonly email?: string | null;
  /** The code on the badge. Default: none. */
  readonly badgeCode?: string | null;
}

/** Throws Conflict where another user than `ownId` has the login name, in any tenant. */
export function assertFreeUserName(db: Db, userName: string, ownId: number | null): void {
  const existing = idOfName.first(db, { key: nameKey(userName) });
  if (existing === null || existing.oid === ownId) return;
  throw new Conflict(msg("This user name is taken."), [{ path: "userName", text: msg("is taken") }]);
}

/** Throws Conflict where another user of the tenant than `ownId` has the badge. Null: no badge. */
export function assertFreeBadge(
  db: Db,
  tenantId: number,
  badgeCode: string | null,
  ownId: number | null,
): void {
  const existing = badgeCode === null ? null : idOfBadge.first(db, { tenantId, badgeCode });
  if (existing === null || existing.oid === ownId) return;
  throw new Conflict(msg("Another person has this badge."), [{ path: "badgeCode", text: msg("is taken") }]);
}

/** Adds a user. Returns the oid. Throws Conflict where the login name is taken in any tenant, or the badge in this one. */
export function addUser(tx: Tx, user: NewUser): number {
  assertFreeUserName(tx, user.userName, null);
  assertFreeBadge(tx, user.tenantId, user.badgeCode ?? null, null);
  const isActive = user.isActive ? 1 : 0;
  const roles = JSON.stringify(user.roles);
  const { oid } = insertUser.run(tx, {
    tenantId: user.tenantId,
    userName: user.userName,
    userNameKey: nameKey(user.userName),
    firstName: user.firstName,
    lastName: user.lastName,
    fullNameFolded: fold(`${user.firstName} ${user.lastName}`.trim()),
    isActive,
    roles,
    passwordHash: user.passwordHash,
    pinHash: user.pinHash,
    pinDigits: user.pinDigits ?? null,
    secretsChangedDT: tx.now,
    createdDT: tx.now,
    kind: user.kind ?? "person",
    email: user.email ?? null,
    badgeCode: user.badgeCode ?? null,
    change: tx.change,
  });
  // There may be earlier login attempts with this id.
  resetLoginAttempts(tx, oid);
  recordCreated(tx, { oid, tenantId: user.tenantId, roles, isActive });
  return oid;
}

function userOf(row: ReturnType<typeof byId.first>): User | null {
  if (row === null) return null;
  return {
    oid: row.oid,
    tenantId: row.tenantId,
    userName: row.userName,
    fullName: row.fullName,
    kind: row.kind,
    isActive: row.isActive === 1,
    isConfirmed: row.isConfirmed === 1,
    roles: rolesIn(row.roles),
    passwordHash: row.passwordHash,
    pinHash: row.pinHash,
    tokensSince:
      row.secretsChangedDT === row.createdDT ? 0 : Math.ceil(Date.parse(row.secretsChangedDT) / 1000),
    sessionsEndedAt: row.sessionsEndedDT === null ? 0 : Date.parse(row.sessionsEndedDT),
  };
}
