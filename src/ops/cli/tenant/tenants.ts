import { sql } from "kysely";
import { setUp } from "../../../access/setup/setup.ts";
import { hasUsers, type NewUser } from "../../../access/users/users.ts";
import { Conflict, WrongState } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { nameKey } from "../../../domain/text-folding.ts";
import type { Locale } from "../../../i18n/locales.ts";
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
