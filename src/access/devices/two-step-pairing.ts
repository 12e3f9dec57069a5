import { sql } from "kysely";
import { type Db, sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { type Device, personalDevicesOf, revokeDevice } from "./devices.ts";

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
