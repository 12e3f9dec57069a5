import { sql } from "kysely";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { findUser } from "../users/users.ts";
import { type Device, findDevice, personalDevicesOf, revokeDevice } from "./devices.ts";

const oldestFactor = statement((p: { tenantId: number; userId: number }) =>
  sqlite
    .selectFrom("totpFactor")
    .select("createdDT")
    .where("tenantId", "=", p.tenantId)
    .where("userId", "=", p.userId)
    .unionAll((eb) =>
      eb
        .selectFrom("passkey")
        .select("createdDT")
        .where("tenantId", "=", p.tenantId)
        .where("userId", "=", p.userId),
    )
    .orderBy("createdDT")
    .limit(sql.lit(1)),
);

/**
 * True for a personal device that was paired before its owner had a second factor, because the password alone was sufficient
 * for the pairing. It works again after a pairing by a login in two steps, or as a shared terminal.
 */
export function isPairedInOneStep(
  db: Db,
  { kind, tenantId, userId, createdDT }: Pick<Device, "kind" | "tenantId" | "userId" | "createdDT">,
): boolean {
  if (kind !== "personal") return false;
  const oldest = oldestFactor.first(db, { tenantId, userId });
  return oldest !== null && createdDT < oldest.createdDT;
}

/**
 * Revokes the personal devices that were paired before their owner had a second factor. Called before the last second factor is
 * removed: without one they would work again.
 */
export function revokeDevicesPairedInOneStep(tx: Tx, user: { oid: number; tenantId: number }): void {
  for (const device of personalDevicesOf(tx, user))
    if (isPairedInOneStep(tx, device)) revokeDevice(tx, device);
}

// A device that was paired by another device works only as long as that one does, and as long as the one that paired that one does.

/** True while a device may be used: it is confirmed, and its owner may log in. A shared terminal belongs to no owner. */
function isUsable(db: Db, device: Device): boolean {
  if (device.isConfirmed === 0) return false;
  if (device.kind === "terminal") return true;
  const owner = findUser(db, device.userId);
  return owner?.isActive === true && owner.isConfirmed && !isPairedInOneStep(db, device);
}

/** True while every device by which a device was paired is active and may be used. `now`: ms since 1970. */
export function isPairingUpheld(db: Db, { pairedById }: Pick<Device, "pairedById">, now: number): boolean {
  for (let above = pairedById; above !== null; ) {
    const device = findDevice(db, above, now);
    if (device === null || !isUsable(db, device)) return false;
    above = device.pairedById;
  }
  return true;
}

/** The device of this id; null where it has ended or may not be used. `now`: ms since 1970. */
export function findUsableDevice(db: Db, oid: number, now: number): Device | null {
  const device = findDevice(db, oid, now);
  return device !== null && isUsable(db, device) && isPairingUpheld(db, device, now) ? device : null;
}
