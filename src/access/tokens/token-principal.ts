import type { AuthMethod, Principal } from "../../domain/principal.ts";
import { isTerminal, ROLES, type Role } from "../../domain/roles.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type Device, findDevice } from "../devices/devices.ts";
import { isPairedInOneStep } from "../devices/two-step-pairing.ts";
import type { SecondFactorNeed } from "../users/users.ts";
import { findUser, type User } from "../users/users.ts";

/** Whom a token speaks for. */
export interface TokenPrincipal {
  readonly user: User;
  /** The paired device that the login came from; null: none. */
  readonly device: Pick<Device, "oid" | "kind" | "expiresAt"> | null;
  /** When a PIN or password was entered, seconds since 1970. Null: the device logged in by itself. */
  readonly authTime: number | null;
  /** How they logged in; absent: the device logged in by itself. */
  readonly methods?: readonly AuthMethod[];
}

/** True where a shared terminal logged in by itself: the token is the tenant's, whoever paired the terminal. */
export function isSharedTerminal({ device, authTime }: Pick<TokenPrincipal, "device" | "authTime">): boolean {
  return isTerminal({ deviceKind: device?.kind ?? null, authTime });
}

/** The paired device that a request came from; null: none. */
export function deviceOf({ deviceTokenId, deviceKind }: Principal): Pick<Device, "oid" | "kind"> | null {
  return deviceTokenId === null || deviceKind === null ? null : { oid: deviceTokenId, kind: deviceKind };
}

/** Who that is now (ms since 1970); null: the user or the device does not work (any more, or before an Admin confirms it). */
export function currentTokenPrincipal(
  db: Db,
  {
    userId,
    deviceTokenId,
    authTime,
    methods = [],
  }: Pick<Principal, "userId" | "deviceTokenId" | "authTime" | "methods">,
  now: number,
): TokenPrincipal | null {
  const user = findUser(db, userId);
  if (user === null) return null;
  const device = deviceTokenId === null ? null : findDevice(db, deviceTokenId, now);
  if (deviceTokenId !== null && device?.tenantId !== user.tenantId) return null;
  if (device?.isConfirmed === 0) return null;
  if (device?.userId === user.oid && isPairedInOneStep(db, device)) return null;
  const holder = { user, device, authTime, methods };
  return (user.isActive && user.isConfirmed) || isSharedTerminal(holder) ? holder : null;
}

/** What the roles of a login depend on. */
export interface RoleBasis extends Pick<TokenPrincipal, "user" | "authTime"> {
  readonly device: Pick<Device, "kind"> | null;
}

/**
 * The roles that a token of this login carries: a shared terminal none, a device by itself never Admin, nor a PIN at a paired
 * device where the user's login takes two steps.
 */
export function rolesOf({ user, device, authTime }: RoleBasis, need: SecondFactorNeed): readonly Role[] {
  if (device === null || (authTime !== null && need === "none")) return user.roles;
  if (authTime === null && device.kind === "terminal") return [];
  const roles: readonly Role[] = user.roles.map((role) => (role === "Admin" ? "Manager" : role));
  return ROLES.filter((role) => roles.includes(role));
}

/**
 * True where the login is enough for what the user needs. A device pairs a possession with the PIN; by itself it is enough only
 * once its user has a second factor.
 */
export function isAdmitted(
  { device, authTime, methods = [] }: Pick<TokenPrincipal, "device" | "authTime" | "methods">,
  need: SecondFactorNeed,
): boolean {
  if (need === "none" || isSharedTerminal({ device, authTime })) return true;
  if (device === null) return need === "verify" && methods.includes("mfa");
  return authTime !== null || need === "verify";
}
