import { Forbidden } from "../errors.ts";
import type { Caller } from "./caller.ts";

export const ROLES = ["Admin", "Manager", "User"] as const;
export type Role = (typeof ROLES)[number];

/** The role table, the one place of it (contract/decisions: Tenants, users, roles). */
export const PERMISSIONS = {
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

export type Permission = keyof typeof PERMISSIONS;

/** True when one of the caller's roles has the permission. */
export function may(caller: Pick<Caller, "roles" | "tenantId">, permission: Permission): boolean {
  if (permission === "box" && caller.tenantId !== FIRST_TENANT) return false;
  const roles: readonly Role[] = PERMISSIONS[permission];
  return caller.roles.some((role) => roles.includes(role));
}

/** Throws Forbidden unless one of the caller's roles has the permission. */
export function demand(caller: Caller, permission: Permission): void {
  if (!may(caller, permission)) throw new Forbidden();
}
