import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { AccessDependencies } from "../tokens/tokens.ts";
import { findUser } from "../users/users.ts";
import type { Caller } from "./known-callers.ts";
import type { Logins } from "./login.ts";

/** The PIN or the password of a person, as it is entered at the login of another one. */
interface GivenSecret {
  readonly pin?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Checks the secret that a person enters at the login of a principal; returns which one it was, null: none was entered. A wrong one counts as
 * at a login. Throws Unauthenticated, TooManyRequests, and Forbidden for a PIN where only paired devices take them.
 */
export type ConfirmPerson = (
  userId: number,
  given: GivenSecret,
  principal: Principal,
  caller: Caller,
) => Promise<"pin" | "password" | null>;

/** Makes `ConfirmPerson`. */
export function makeConfirmPerson(
  { storage }: Pick<AccessDependencies, "storage">,
  logins: Logins,
): ConfirmPerson {
  return async (userId, { pin, password }, principal, caller) => {
    if (pin !== undefined && password !== undefined)
      throw Invalid.field("pin", msg("must not be given beside password"));
    const { tenantId, deviceTokenId } = principal;
    if (pin !== undefined) {
      await logins.atTerminal(userId, pin, principal, caller);
      return "pin";
    }
    if (password === undefined) return null;
    const user = findUser(storage.db, userId);
    // Nobody is called so.
    const userName = user?.tenantId === tenantId ? user.userName : "";
    await logins.byPassword(userName, password, caller, deviceTokenId);
    return "password";
  };
}
