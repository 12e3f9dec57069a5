import { NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Role, rolesIn } from "../../domain/roles.ts";
import type { Db } from "../../storage/database/statement.ts";
import { insertInto, selectFrom, updateTable } from "../../storage/database/table-statements.ts";

// The rows of the table `user`, with the hashes of their secrets.

const record = selectFrom("user", ["tenantId", "oid"]);

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

const COLUMNS = [
  "userName",
  "userNameKey",
  "firstName",
  "lastName",
  "fullNameFolded",
  "isActive",
  "roles",
  "passwordHash",
  "pinHash",
  "pinDigits",
  "secretsChangedDT",
  "email",
  "badgeCode",
  "change",
] as const;
export const insertUser = insertInto("user", [...COLUMNS, "tenantId", "createdDT", "kind"]);
export const updateUser = updateTable("user", { set: COLUMNS, where: ["tenantId", "oid"] });
