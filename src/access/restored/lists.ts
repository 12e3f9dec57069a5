import { rolesIn } from "../../domain/roles.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import type { PendingDevice, PendingUser } from "./shapes.ts";

// The users and devices that are pending confirmation by an Admin after a restore.

const users = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("user")
    .where("tenantId", "=", p.tenantId)
    .where("isActive", "=", 1)
    .where("isConfirmed", "=", 0)
    .orderBy("fullNameFolded")
    .orderBy("oid")
    .select(["oid", "userName", "fullName", "roles"]),
);
const devices = statement((p: { tenantId: number; now: string }) =>
  sqlite
    .selectFrom("deviceToken as d")
    .innerJoin("user as u", "u.oid", "d.userId")
    .leftJoin("deviceUse as n", "n.deviceTokenId", "d.oid")
    .where("d.tenantId", "=", p.tenantId)
    .where("d.revokedDT", "is", null)
    .where("d.isConfirmed", "=", 0)
    .where("d.expiresAt", ">", p.now)
    .orderBy("d.oid", "desc")
    .select(["d.oid", "d.deviceName", "d.kind", "d.createdDT", "n.lastUsedDT", "d.userId", "u.fullName"]),
);

/** The unconfirmed active users of a tenant, by full name. */
export function pendingUsers(db: Db, tenantId: number): PendingUser[] {
  return users
    .all(db, { tenantId })
    .map(({ oid: id, roles, ...names }) => ({ id, ...names, roles: rolesIn(roles) }));
}

/** The unconfirmed paired devices of a tenant, newest first. `now`: ISO 8601. */
export function pendingDevices(db: Db, tenantId: number, now: string): PendingDevice[] {
  return devices.all(db, { tenantId, now }).map(({ oid: deviceTokenId, userId: id, fullName, ...rest }) => ({
    deviceTokenId,
    ...rest,
    user: { id, fullName },
  }));
}
