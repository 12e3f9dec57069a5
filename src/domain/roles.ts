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

/** The role table, the one place of it (contract/decisions: Tenants, users, roles). */
export const PERMISSIONS = {
  /** What a shared terminal needs by itself: the people, what counting reads, counts in their names. */
  terminal: ["User", "Manager", "Admin"],
  /** Look at anything, count, start, postpone and finish an inventory, photos, print, propose an asset. */
  work: ["User", "Manager", "Admin"],
  /** Articles, locations, approvals, the life of inventories. */
  manage: ["Manager", "Admin"],
  /** Printers, formats, users, other people's devices, import. */
  administer: ["Admin"],
  /** The box itself: settings, backup, certificates, metrics. Of the first tenant only. */
  box: ["Admin"],
} as const satisfies Record<string, readonly Role[]>;

/** The tenant that the set-up made; its Admins are also the box's. */
const FIRST_TENANT = 1;

/** A PIN or password counts as recent for so long, in seconds. */
export const RECENT_SECONDS = 300;

export type Permission = keyof typeof PERMISSIONS;

type Asker = Pick<Principal, "roles" | "tenantId"> & Partial<Pick<Principal, "deviceKind" | "authTime">>;

/** True for the token that a shared terminal has by itself, before anybody has logged in on it. */
export function isTerminal({ deviceKind, authTime }: Pick<Principal, "deviceKind" | "authTime">): boolean {
  return deviceKind === "terminal" && authTime === null;
}

/** True when one of the caller's roles has the permission; a shared terminal by itself has `terminal` alone. */
export function may(caller: Asker, permission: Permission): boolean {
  const { deviceKind = null, authTime = null } = caller;
  if (permission === "terminal" && isTerminal({ deviceKind, authTime })) return true;
  if (permission === "box" && caller.tenantId !== FIRST_TENANT) return false;
  const roles: readonly Role[] = PERMISSIONS[permission];
  return caller.roles.some((role) => roles.includes(role));
}

/** Throws Forbidden unless one of the caller's roles has the permission. */
export function demand(caller: Principal, permission: Permission): void {
  if (may(caller, permission)) return;
  if (!isTerminal(caller)) throw new Forbidden();
  throw new Forbidden(msg("Log in on this terminal first.", "Nejprve se na tomto terminálu přihlaste."));
}

/** Throws Forbidden with the reason `recentLogin` on a shared terminal on which the PIN was entered too long ago. `now`: ms since 1970. */
export function demandRecentLogin({ deviceKind, authTime }: Principal, now: number): void {
  if (deviceKind !== "terminal") return;
  if (authTime !== null && now / 1000 - authTime <= RECENT_SECONDS) return;
  throw new Forbidden(
    msg(
      "Enter your PIN again to do this on a shared terminal.",
      "Na sdíleném terminálu k tomu znovu zadejte PIN.",
    ),
    "recentLogin",
  );
}
