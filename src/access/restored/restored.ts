import { sql } from "kysely";
import { Invalid, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Role, rolesIn } from "../../domain/roles.ts";
import { type Details, recordEvent } from "../../security-log/event.ts";
import { saveAppState } from "../../storage/app-state.ts";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { selectFrom, updateTable } from "../../storage/database/table-statements.ts";
import { changeUser } from "../accounts/user-changes.ts";
import { deleteAccount } from "../api-keys/service-accounts.ts";
import { findDeviceOfTenant, revokeDevice } from "../devices/devices.ts";
import { deleteAllCodes } from "../secrets/registration-codes.ts";
import { endAllSessions } from "../sessions/sessions.ts";
import { getUserRecord, type UserRecord } from "../users/user-records.ts";
import type { User } from "../users/users.ts";
import type { PendingDevice, PendingUser } from "./routes.ts";

// A backup does not contain later deactivations and revocations. So a restore ends all tokens and codes, and users and devices
// are pending until an Admin of their tenant confirms them.

const suspendUsers = updateTable("user", { set: ["change"], to: { isConfirmed: 0 }, where: ["isActive"] });
const suspendDevices = statement((p: { change: number }) =>
  sqlite.updateTable("deviceToken").set({ isConfirmed: 0, change: p.change }).where("revokedDT", "is", null),
);
const deleteRecoveryCodes = statement((_: object) => sqlite.deleteFrom("recoveryCode"));
const setUserConfirmed = updateTable("user", { set: ["change"], to: { isConfirmed: 1 }, where: ["oid"] });
const setDeviceConfirmed = updateTable("deviceToken", {
  set: ["change"],
  to: { isConfirmed: 1 },
  where: ["oid"],
});
const confirmedAdmin = statement((p: { tenantId: number; role: string }) =>
  sqlite
    .selectFrom("user")
    .select("oid")
    .where("tenantId", "=", p.tenantId)
    .where("isActive", "=", 1)
    .where("isConfirmed", "=", 1)
    .where(sql<boolean>`ifnull(passwordHash, pinHash) IS NOT NULL`)
    .where(sql<boolean>`EXISTS (SELECT 1 FROM json_each(roles) WHERE value = ${p.role})`)
    .limit(1),
);

/**
 * Ends all sessions and pairing codes, and makes active users and paired devices pending. `details`: of the event in the security
 * log.
 */
export function suspendAccess(tx: Tx, details: Details | null = null): void {
  tx.setCause("restore");
  endAllSessions(tx);
  deleteAllCodes(tx);
  // Codes that were used after the backup would be valid again.
  deleteRecoveryCodes.run(tx, {});
  suspendUsers.run(tx, { isActive: 1, change: tx.change });
  suspendDevices.run(tx, { change: tx.change });
  saveAppState(tx, "restore", {});
  recordEvent(tx, { kind: "restore", tenantId: null, details });
}

/** True for an Admin who may confirm himself by his password, because the tenant has no confirmed Admin yet. */
export function mayConfirmSelf(db: Db, { tenantId, roles }: Pick<User, "tenantId" | "roles">): boolean {
  return (
    roles.includes("Admin") && confirmedAdmin.first(db, { tenantId, role: "Admin" satisfies Role }) === null
  );
}

/** Confirms an Admin after a login by password. Throws Unauthenticated where the tenant has a confirmed Admin. */
export function confirmSelf(tx: Tx, user: User): void {
  if (!mayConfirmSelf(tx, user)) throw unconfirmedError();
  confirmUser(tx, user.oid);
  const { oid, tenantId } = user;
  recordEvent(tx, { kind: "restoreConfirmed", tenantId, target: { type: "user", id: oid } });
}

/** Lets a user log in again. */
export function confirmUser(tx: Tx, oid: number): void {
  setUserConfirmed.run(tx, { oid, change: tx.change });
}

/** The error for a right secret of an unconfirmed user. `byPassword`: the user may confirm himself by a password login. */
export function unconfirmedError(byPassword = false): Unauthenticated {
  return new Unauthenticated(
    byPassword
      ? msg(
          "The data were restored from a backup. Log in to the console with your password and confirm the accounts.",
        )
      : msg("The data were restored from a backup. An administrator has to confirm your account first."),
  );
}

/** The users and devices to confirm. All others that are pending are deactivated or revoked. */
interface Confirmation {
  readonly userIds: readonly number[];
  readonly deviceTokenIds: readonly number[];
}

/** All pending users and devices of the tenant. `now`: ISO 8601. */
export function allPending(db: Db, tenantId: number, now: string): Confirmation {
  return {
    userIds: pendingUsers(db, tenantId).map(({ id }) => id),
    deviceTokenIds: pendingDevices(db, tenantId, now).map(({ deviceTokenId }) => deviceTokenId),
  };
}

/** Confirms the chosen users and devices, and deactivates or revokes the others. Throws Invalid for one that is not pending. */
export function confirmRestored(tx: Tx, tenantId: number, chosen: Confirmation): void {
  tx.setCause("restore");
  const pending = allPending(tx, tenantId, tx.now);
  for (const field of ["userIds", "deviceTokenIds"] as const) {
    if (chosen[field].some((id) => !pending[field].includes(id)))
      throw Invalid.field(field, msg("names an entry that is not pending; load the list again"));
  }
  for (const oid of pending.userIds) {
    if (!chosen.userIds.includes(oid)) endAccount(tx, getUserRecord(tx, tenantId, oid));
    confirmUser(tx, oid);
  }
  for (const oid of pending.deviceTokenIds) {
    const device = findDeviceOfTenant(tx, oid, tenantId);
    if (chosen.deviceTokenIds.includes(oid)) setDeviceConfirmed.run(tx, { oid, change: tx.change });
    else if (device !== null) revokeDevice(tx, device);
  }
  const details = { users: chosen.userIds.length, devices: chosen.deviceTokenIds.length };
  recordEvent(tx, { kind: "restoreConfirmed", tenantId, details });
}

function endAccount(tx: Tx, user: UserRecord): void {
  if (user.kind === "service") deleteAccount(tx, user.tenantId, user.oid);
  else changeUser(tx, user, { isActive: false });
}

// The users and devices that are pending confirmation by an Admin after a restore.

const users = selectFrom("user", ["tenantId"], ["oid", "userName", "fullName", "roles"], {
  is: { isActive: 1, isConfirmed: 0 },
  orderBy: ["fullNameFolded", "oid"],
});
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
