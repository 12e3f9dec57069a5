import type { Db } from "../../storage/database/statement.ts";
import { findUser } from "../users/users.ts";
import { type Device, findDevice } from "./devices.ts";
import { isPairedInOneStep } from "./two-step-pairing.ts";

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
