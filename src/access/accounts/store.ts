import { sql } from "kysely";
import { isAbleAdmin } from "../../storage/database/journaled-tables.ts";
import { bool, jsonObject } from "../../storage/database/json.ts";
import type { Flag } from "../../storage/database/schema.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import type { SiteUser } from "./user-fields.ts";

// The users of a tenant as its Admins see them, without hashes.

const usersOf = (tenantId: number) =>
  sqlite.selectFrom("user as u").where("u.tenantId", "=", tenantId).where("u.kind", "=", "person");

function userJson() {
  const ref = sql.ref;
  return jsonObject<SiteUser>({
    oid: ref("u.oid"),
    userName: ref("u.userName"),
    firstName: ref("u.firstName"),
    lastName: ref("u.lastName"),
    fullName: ref("u.fullName"),
    email: ref("u.email"),
    badgeCode: ref("u.badgeCode"),
    isActive: bool(ref("u.isActive")),
    roles: sql<SiteUser["roles"]>`json(${ref("u.roles")})`,
    hasPassword: bool(sql`${ref("u.passwordHash")} IS NOT NULL`),
    hasPin: bool(sql`${ref("u.pinHash")} IS NOT NULL`),
    hasSecondFactor: bool(
      sql`EXISTS (SELECT 1 FROM ${sql.table("totpFactor")} f WHERE f.userId = u.oid)
        OR EXISTS (SELECT 1 FROM ${sql.table("passkey")} k WHERE k.tenantId = u.tenantId AND k.userId = u.oid)`,
    ),
  }).as("json");
}

/** The filter of a list; null: no filter. `folded` and `key` are the same text, folded and as a name key. */
interface UserFilter {
  readonly tenantId: number;
  readonly folded: string | null;
  readonly key: string | null;
  readonly isActive: Flag | null;
}

export const filteredUsers = statement((p: UserFilter) =>
  usersOf(p.tenantId)
    .where(sql<boolean>`ifnull(${p.isActive}, u.isActive) = u.isActive`)
    .where(
      sql<boolean>`(${p.folded} IS NULL OR instr(u.fullNameFolded, ${p.folded}) > 0 OR instr(u.userNameKey, ${p.key}) > 0)`,
    )
    .orderBy("u.fullNameFolded")
    .orderBy("u.oid")
    .select(userJson()),
);
export const firstUserIds = statement((p: { tenantId: number; max: number }) =>
  usersOf(p.tenantId).select("u.oid").limit(p.max),
);
export const userDetail = statement((p: { tenantId: number; oid: number }) =>
  usersOf(p.tenantId).where("u.oid", "=", p.oid).select(["u.change", userJson()]),
);
/** An active Admin of the tenant who can log in, other than the user `oid`. */
export const otherAdmin = statement((p: { tenantId: number; oid: number }) =>
  usersOf(p.tenantId)
    .where("u.oid", "<>", p.oid)
    .where(sql.raw<boolean>(isAbleAdmin((column) => `u.${column}`)))
    .select("u.oid")
    .limit(1),
);
