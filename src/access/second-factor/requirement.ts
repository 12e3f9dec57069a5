import type { Role } from "../../domain/roles.ts";
import type { Config } from "../../platform/config.ts";
import { readSettings } from "../../settings/settings.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { SecondFactorNeedOf, User } from "../users/users.ts";
import * as store from "./store.ts";

// The rules for logins in two steps: docs/operate/second-factor.md.

/** The roles that require a second factor: those of the configuration if it names them, else those of the settings. */
export function requiredRoles(
  db: Db,
  { secondFactorRoles }: Pick<Config, "secondFactorRoles">,
): readonly Role[] {
  return secondFactorRoles ?? readSettings(db).settings.secondFactorRoles;
}

/** True for a user with an authenticator app or a passkey. */
export function hasSecondFactor(db: Db, { oid, tenantId }: Pick<User, "oid" | "tenantId">): boolean {
  const user = { tenantId, userId: oid };
  return store.totp.first(db, user) !== null || store.passkeys.first(db, user) !== null;
}

/** Finds what a user's login needs, by the configuration, the settings and the user's second factors. */
export function secondFactorNeed(config: Pick<Config, "secondFactorRoles">): SecondFactorNeedOf {
  return (db, user) => {
    if (hasSecondFactor(db, user)) return "verify";
    const required = requiredRoles(db, config);
    return user.roles.some((role) => required.includes(role)) ? "setUp" : "none";
  };
}
