import { type Message, msg } from "../../../domain/message.ts";
import { may, type Permission, ROLES, type Role } from "../../../domain/roles.ts";
import { session } from "../../api/tokens.ts";
import { t } from "../../i18n/translate.ts";

/** `terminal` is the permission of shared terminals, which each role includes. */
type PersonPermission = Exclude<Permission, "terminal">;

/** The permissions of a role in one line, from the server's role table. */
export function roleLine(role: Role): string {
  const tenantId = session.value?.tenantId ?? 0;
  const permitted = (Object.keys(PERMISSION_TEXTS) as PersonPermission[]).filter((one) =>
    may({ roles: [role], tenantId }, one),
  );
  return `${permitted.map((one) => t(PERMISSION_TEXTS[one])).join("; ")}.`;
}

/** The name of a role. */
export const ROLE_NAMES: Readonly<Record<Role, Message>> = {
  Admin: msg("Admin"),
  Manager: msg("Manager"),
  User: msg("User"),
};

/** The names of several roles. */
export function roleNames(roles: readonly string[]): string {
  return ROLES.filter((role) => roles.indexOf(role) !== -1)
    .map((role) => t(ROLE_NAMES[role]))
    .join(", ");
}

const PERMISSION_TEXTS: Readonly<Record<PersonPermission, Message>> = {
  work: msg("counts, prints and submits requests"),
  manage: msg("manages articles, locations, stocktakes and requests"),
  administer: msg("manages people, devices, printers and imports"),
  server: msg("configures the server"),
};
