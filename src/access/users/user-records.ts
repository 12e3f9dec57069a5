import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Role, rolesIn } from "../../domain/roles.ts";
import type { Flag } from "../../storage/database/schema/columns.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";

// The rows of the table `user`, with the hashes of their secrets.

const record = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("user as u")
    .where("u.tenantId", "=", p.tenantId)
    .where("u.oid", "=", p.oid)
    .select([
      "u.oid",
      "u.tenantId",
      "u.userName",
      "u.firstName",
      "u.lastName",
      "u.isActive",
      "u.roles",
      "u.passwordHash",
      "u.pinHash",
      "u.pinDigits",
      "u.secretsChangedDT",
      "u.kind",
      "u.email",
      "u.badgeCode",
      "u.change",
    ]),
);

/** A row of the table `user`. */
export type UserRecord = NonNullable<ReturnType<typeof record.first>>;

/** The error for a user id that the tenant does not have. */
export const userNotFound = () => new NotFound(msg("User not found."));

/** The user of this id in the tenant. Throws NotFound. */
export function getUserRecord(db: Db, tenantId: number, oid: number): UserRecord {
  const found = record.first(db, { tenantId, oid });
  if (found === null) throw userNotFound();
  return found;
}

/** The same. Throws NotFound for a service account too: those are changed at their own addresses. */
export function getPersonRecord(db: Db, tenantId: number, oid: number): UserRecord {
  const found = getUserRecord(db, tenantId, oid);
  if (found.kind === "service") throw userNotFound();
  return found;
}

/** The roles of a user record. */
export function storedRoles({ roles }: Pick<UserRecord, "roles">): Role[] {
  return rolesIn(roles);
}

/** The columns of a user that the server writes. */
interface UserColumns {
  readonly userName: string;
  readonly userNameKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly fullNameFolded: string;
  readonly isActive: Flag;
  readonly roles: string;
  readonly passwordHash: string | null;
  readonly pinHash: string | null;
  readonly pinDigits: number | null;
  readonly secretsChangedDT: string;
  readonly email: string | null;
  readonly badgeCode: string | null;
  readonly change: number;
}
const columns = (p: UserColumns): UserColumns => ({
  userName: p.userName,
  userNameKey: p.userNameKey,
  firstName: p.firstName,
  lastName: p.lastName,
  fullNameFolded: p.fullNameFolded,
  isActive: p.isActive,
  roles: p.roles,
  passwordHash: p.passwordHash,
  pinHash: p.pinHash,
  pinDigits: p.pinDigits,
  secretsChangedDT: p.secretsChangedDT,
  email: p.email,
  badgeCode: p.badgeCode,
  change: p.change,
});
export const insertUser = statement(
  (p: UserColumns & { tenantId: number; createdDT: string; kind: "person" | "service" }) =>
    sqlite
      .insertInto("user")
      .values({ ...columns(p), tenantId: p.tenantId, createdDT: p.createdDT, kind: p.kind }),
);
export const updateUser = statement((p: UserColumns & { tenantId: number; oid: number }) =>
  sqlite.updateTable("user").set(columns(p)).where("tenantId", "=", p.tenantId).where("oid", "=", p.oid),
);
