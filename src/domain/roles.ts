import { Forbidden } from "./errors.ts";
import { msg } from "./message.ts";
import type { Principal } from "./principal.ts";

export const ROLES = ["Admin", "Manager", "User"] as const;
export type Role = (typeof ROLES)[number];

/** The roles in the JSON of a stored user. */
export function rolesIn(json: string): Role[] {
  const all: unknown = JSON.parse(json);
  return Array.isArray(all) ? ROLES.filter((role) => all.includes(role)) : [];
}

/** The roles of each permission (contract/decisions: Tenants, users, roles). */
export const PERMISSIONS = {
  /** Endpoints that a shared terminal needs without a login: users, data for counting, counts. */
  terminal: ["User", "Manager", "Admin"],
  /** Read, count, start, postpone and finish an inventory, add photos, print, propose an asset. */
  work: ["User", "Manager", "Admin"],
  /** Articles, locations, approvals, transitions of inventories. */
  manage: ["Manager", "Admin"],
  /** Printers, formats, users, devices of other users, import. */
  administer: ["Admin"],
  /** The server: settings, backup, certificates, metrics. Only for Admins of the first tenant. */
  server: ["Admin"],
} as const satisfies Record<string, readonly Role[]>;

/** The tenant of the setup. Its Admins administer the server. */
export const FIRST_TENANT = 1;

/** Time in seconds for which an entered PIN or password counts as recent. */
export const RECENT_SECONDS = 300;

/** The name of a permission; its roles are in PERMISSIONS. */
export type Permission = keyof typeof PERMISSIONS;

type Authority = Pick<Principal, "roles" | "tenantId"> & Partial<Pick<Principal, "deviceKind" | "authTime">>;

/** Whether the token is a shared terminal's own, without a login of a user. */
export function isTerminal({ deviceKind, authTime }: Pick<Principal, "deviceKind" | "authTime">): boolean {
  return deviceKind === "terminal" && authTime === null;
}

/** Whether the principal has the permission. A shared terminal without a login has `terminal` only. */
export function may(principal: Authority, permission: Permission): boolean {
  const { deviceKind = null, authTime = null } = principal;
  if (permission === "terminal" && isTerminal({ deviceKind, authTime })) return true;
  if (permission === "server" && principal.tenantId !== FIRST_TENANT) return false;
  const roles: readonly Role[] = PERMISSIONS[permission];
  return principal.roles.some((role) => roles.includes(role));
}

/** Throws Forbidden unless the principal has the permission. */
export function assertPermission(principal: Principal, permission: Permission): void {
  if (may(principal, permission)) return;
  if (!isTerminal(principal)) throw new Forbidden();
  throw new Forbidden(msg("Log in on this terminal first."));
}

/** Throws Forbidden (`recentLogin`) on a shared terminal whose last PIN entry is too old. `now`: milliseconds since 1970. */
export function assertRecentLogin(principal: Principal, now: number): void {
  if (principal.deviceKind !== "terminal" || isRecentLogin(principal, now)) return;
  throw new Forbidden(msg("Enter your PIN again to do this on a shared terminal."), "recentLogin");
}

/** As `assertRecentLogin`, on a personal device too. */
export function assertRecentLoginOnDevice(principal: Principal, now: number): void {
  if (principal.deviceKind === null || isRecentLogin(principal, now)) return;
  throw new Forbidden(msg("Enter your PIN again to do this on a paired device."), "recentLogin");
}

const isRecentLogin = ({ authTime }: Principal, now: number): boolean =>
  authTime !== null && now / 1000 - authTime <= RECENT_SECONDS;
