import { type Permission, ROLES, may as roleMay } from "../../domain/roles.ts";
import { session } from "../api/tokens.ts";

/** Whether the user who is logged in may do such things, by the server's own role table (the server looks again). */
export function may(permission: Permission): boolean {
  const who = session.value;
  if (who === null) return false;
  const roles = ROLES.filter((role) => who.roles.indexOf(role) !== -1);
  return roleMay({ roles, tenantId: who.tenantId }, permission);
}
