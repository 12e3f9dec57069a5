import { type Permission, ROLES, may as roleMay } from "../../domain/roles.ts";
import { session } from "../api/tokens.ts";

/** Whether the current user has a permission, by the server's role table. The server checks it again. */
export function may(permission: Permission): boolean {
  const login = session.value;
  if (login === null) return false;
  const roles = ROLES.filter((role) => login.roles.indexOf(role) !== -1);
  return roleMay({ roles, tenantId: login.tenantId }, permission);
}
