import { sql } from "kysely";
import { changeSecrets, changeUser } from "../../../access/accounts/user-changes.ts";
import { revokePersonalDevices } from "../../../access/devices/devices.ts";
import { addLoopback } from "../../../access/login/known-callers.ts";
import { confirmUser } from "../../../access/restored/restored.ts";
import { resetSecondFactor } from "../../../access/second-factor/own.ts";
import { setUp } from "../../../access/setup/setup.ts";
import { getUserRecord } from "../../../access/users/user-records.ts";
import { findUserByName, hasUsers, type NewUser } from "../../../access/users/users.ts";
import { Conflict, WrongState } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { ROLES, type Role } from "../../../domain/roles.ts";
import { nameKey } from "../../../domain/text-folding.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { recordEvent } from "../../../security-log/event.ts";
import { type Db, sqlite, statement, type Tx } from "../../../storage/database/statement.ts";

/** A tenant as the server's owner sees it. */
export interface Tenant {
  readonly oid: number;
  readonly name: string;
  readonly users: number;
  /** The login names of its active administrators, separated by commas; null without one. */
  readonly admins: string | null;
}

const all = statement(() =>
  sqlite
    .selectFrom("tenant as t")
    .orderBy("t.oid")
    .select(({ selectFrom, fn }) => {
      const users = selectFrom("user as u")
        .whereRef("u.tenantId", "=", "t.oid")
        .where("u.kind", "=", "person");
      const admins = users.where("u.isActive", "=", 1).where("u.roles", "like", '%"Admin"%');
      return [
        "t.oid",
        "t.name",
        sql<number>`${users.select(fn.countAll().as("users"))}`.as("users"),
        sql<string | null>`${admins.select(sql`group_concat(u.userName, ', ')`.as("names"))}`.as("admins"),
      ];
    }),
);

/** Lists the tenants of the server, oldest first. */
export function listTenants(db: Db): readonly Tenant[] {
  return all.all(db, {});
}

/**
 * Creates another tenant with its first Admin, and the default entries of its lists in this language. Returns the oid of the
 * Admin. Throws Conflict where the name of the tenant or user exists, WrongState before the setup: only the setup creates the
 * first tenant, whose Admins administer the server.
 */
export function addTenantWith(
  tx: Tx,
  name: string,
  admin: Omit<NewUser, "tenantId" | "roles" | "isActive">,
  language: Locale,
): number {
  if (!hasUsers(tx)) {
    throw new WrongState(
      msg("This server is not set up yet. Set it up first; that creates the first tenant."),
    );
  }
  if (listTenants(tx).some((tenant) => nameKey(tenant.name) === nameKey(name))) {
    throw new Conflict(msg("A tenant named {name} already exists.", { name }));
  }
  const oid = setUp(tx, name, admin, language);
  const target = { type: "user", id: oid } as const;
  recordEvent(tx, { kind: "tenantAdded", tenantId: null, target, details: { tenant: name } });
  return oid;
}

const ADMIN: Role = "Admin";

/** An administrator with the name of the tenant. */
interface Admin {
  readonly oid: number;
  readonly tenantId: number;
  readonly userName: string;
  readonly fullName: string;
  readonly tenant: string;
}

const withTenant = () =>
  sqlite
    .selectFrom("user as u")
    .innerJoin("tenant as t", "t.oid", "u.tenantId")
    .select(["u.oid", "u.tenantId", "u.userName", "u.fullName", "t.name as tenant"]);
const admins = statement((p: { role: string }) =>
  withTenant()
    .where(sql<boolean>`EXISTS (SELECT 1 FROM json_each(u.roles) WHERE value = ${p.role})`)
    .orderBy("u.oid"),
);
const byOid = statement((p: { oid: number }) => withTenant().where("u.oid", "=", p.oid));

/**
 * The user whose password is to be reset: the one of this login name, or the only administrator (active or not). Throws
 * StartupError where there is none or no single one; the message lists the administrators.
 */
export function findAdminToReset(db: Db, userName: string | null): Admin {
  if (!hasUsers(db)) throw settingError("This server is not set up yet. Open it in a browser first.");
  const all = admins.all(db, { role: ADMIN });
  const list = all.map((admin) => `${admin.userName} (${admin.tenant})`).join(", ");
  if (userName !== null) {
    const found = findUserByName(db, userName);
    const admin = found && byOid.first(db, { oid: found.oid });
    if (admin === null)
      throw settingError(`The user "${userName}" does not exist. Administrators: ${list || "none"}.`);
    return admin;
  }
  const [only, ...others] = all;
  if (only === undefined) throw settingError("This server has no administrator. Name a user with --user.");
  if (others.length > 0)
    throw settingError(`This server has several administrators: ${list}. Name one with --user.`);
  return only;
}

/**
 * Gives the user this password, the Admin role and an active, confirmed account, ends the tokens issued before, the pairing
 * code and the personal devices, and removes the second factors and the login attempts that lock the user out. Shared
 * terminals stay paired. A PIN stays unless it is too short for an Admin. The server's own addresses become known for the user.
 */
export function resetAdminWith(tx: Tx, { oid, tenantId }: Admin, passwordHash: string): void {
  tx.setCause("reset-admin");
  const record = getUserRecord(tx, tenantId, oid);
  const roles: unknown = JSON.parse(record.roles);
  changeUser(tx, record, {
    isActive: true,
    roles: ROLES.filter((role) => role === ADMIN || (Array.isArray(roles) && roles.includes(role))),
  });
  changeSecrets(tx, getUserRecord(tx, tenantId, oid), { passwordHash });
  confirmUser(tx, oid);
  resetSecondFactor(tx, { oid, tenantId });
  revokePersonalDevices(tx, { oid, tenantId });
  addLoopback(tx, oid, Date.parse(tx.now));
  recordEvent(tx, { kind: "adminReset", tenantId, target: { type: "user", id: oid } });
}

const settingError = (message: string) => new StartupError(message, "setting");
