import type { Db } from "../storage/statement.ts";
import type { Caller } from "./caller.ts";
import { type Device, findDevice } from "./devices.ts";
import { findUser, type User } from "./users.ts";

/** Whom a login is of; `device` null: it did not come from a paired one. */
export interface Holder {
  readonly user: User;
  readonly device: Device | null;
}

/** Who that is now (ms since 1970); null: the user is not active, or the device is not paired any more. */
export function holderNow(
  db: Db,
  { userId, deviceTokenId }: Pick<Caller, "userId" | "deviceTokenId">,
  now: number,
): Holder | null {
  const user = findUser(db, userId);
  if (user === null || !user.isActive) return null;
  if (deviceTokenId === null) return { user, device: null };
  const device = findDevice(db, deviceTokenId, now);
  return device === null || device.tenantId !== user.tenantId ? null : { user, device };
}
