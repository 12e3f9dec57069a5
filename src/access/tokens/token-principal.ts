import type { AuthMethod, Principal } from "../../domain/principal.ts";
import { isTerminal, ROLES, type Role } from "../../domain/roles.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type Device, findDevice } from "../devices/devices.ts";
import { isPairedInOneStep, isPairingUpheld } from "../devices/pairing.ts";
import type { SecondFactorNeed } from "../users/users.ts";
import { findUser, type User } from "../users/users.ts";

/** The principal of a token, as the database knows it. */
export interface TokenPrincipal {
  readonly user: User;
  /** The paired device of the login; null: none. */
  readonly device: Pick<Device, "oid" | "kind" | "userId" | "createdDT" | "expiresAt"> | null;
  /** When a PIN or password was entered, seconds since 1970. Null: the device logged in by itself. */
  readonly authTime: number | null;
  /** The methods of the login; absent: the device logged in by itself. */
  readonly methods?: readonly AuthMethod[];
  /** Whether the tokens are refreshed by their refresh tokens alone; absent: by access tokens too. */
  readonly rotation?: boolean | undefined;
}

/** True for a shared terminal that logged in by itself. Its token belongs to the tenant, not to the user who paired it. */
export function isSharedTerminal({
  device,
  authTime,
}: Pick<TokenPrincipal, "authTime"> & { readonly device: Pick<Device, "kind"> | null }): boolean {
  return isTerminal({ deviceKind: device?.kind ?? null, authTime });
}

/** When a device was paired last, milliseconds since 1970. */
export function pairedAt({ createdDT }: Pick<Device, "createdDT">): number {
  return Date.parse(createdDT);
}

/** The current user and device of a token; null: one of them, or a device by which it was paired, is inactive, revoked or not confirmed. `now`: ms since 1970. */
export function currentTokenPrincipal(
  db: Db,
  {
    userId,
    deviceTokenId,
    authTime,
    methods = [],
    rotation,
  }: Pick<Principal, "userId" | "deviceTokenId" | "authTime" | "methods" | "rotation">,
  now: number,
): TokenPrincipal | null {
  const user = findUser(db, userId);
  if (user === null) return null;
  const device = deviceTokenId === null ? null : findDevice(db, deviceTokenId, now);
  if (deviceTokenId !== null && device?.tenantId !== user.tenantId) return null;
  if (device?.isConfirmed === 0) return null;
  if (device !== null && !isPairingUpheld(db, device, now)) return null;
  if (device?.userId === user.oid && isPairedInOneStep(db, device)) return null;
  const principal = { user, device, authTime, methods, rotation };
  return (user.isActive && user.isConfirmed) || isSharedTerminal(principal) ? principal : null;
}

/** The facts that decide the roles of a login. */
interface RoleBasis extends Pick<TokenPrincipal, "user" | "authTime"> {
  readonly device: Pick<Device, "kind"> | null;
}

/**
 * The roles of a login's token. A shared terminal has none by itself, and a PIN at it never gives Admin. A personal device by itself
 * never has Admin, and a PIN at it does not give it where the user needs a second factor.
 */
export function rolesOf({ user, device, authTime }: RoleBasis, need: SecondFactorNeed): readonly Role[] {
  if (device === null) return user.roles;
  if (device.kind === "personal" && authTime !== null && need === "none") return user.roles;
  if (device.kind === "terminal" && authTime === null) return [];
  const roles: readonly Role[] = user.roles.map((role) => (role === "Admin" ? "Manager" : role));
  return ROLES.filter((role) => roles.includes(role));
}

/** The facts that decide whether a login needs no other factor. */
interface AdmissionFacts extends Pick<TokenPrincipal, "user" | "authTime"> {
  readonly device: Pick<Device, "kind" | "userId"> | null;
  readonly methods?: readonly AuthMethod[] | undefined;
}

/**
 * True where a login satisfies the user's need for a second factor. A shared terminal and the user's own device are a possession
 * factor besides the PIN; another user's personal device is none. By itself a device is sufficient only once its user has a second
 * factor.
 */
export function isAdmitted(
  { user, device, authTime, methods = [] }: AdmissionFacts,
  need: SecondFactorNeed,
): boolean {
  if (need === "none" || isSharedTerminal({ device, authTime })) return true;
  if (device === null) return need === "verify" && methods.includes("mfa");
  if (device.kind === "personal" && device.userId !== user.oid) return false;
  return authTime !== null || need === "verify";
}
